"""What the solvers find along some moves of each game, as a digest."""

import json
from hashlib import sha256

import solvers.wish
from games import GAMES
from games.replay import play
from solvers import VERSION, Search, solve
from solvers.luck import luck_and_skill

#: Of each game, the digest of what is found along some moves. Whoever changes one raises VERSION.
FOUND = {
    "wish": "cca5f8cb95d9",
    "winabit": "d9142ba36f0c",
    "well": "18d8c952ceb0",
    "pyramid": "331687663198",
    "three-by-three": "5773fb2c2f78",
}


def found_along(slug: str) -> str:
    """The digest of the solutions after each of six moves, and of the luck and skill in them."""
    opening = position = GAMES[slug].open("par-5")
    found, search = [], Search(budget=2000)
    for ply in range(6):
        moves = sorted(move.text for move in position.table.legal())
        position = play(position, moves[ply * 7 % len(moves)])
        found.append((position.move, *solve(position, search)))
    made = [move for move, *_ in found]
    told = repr((VERSION, found, luck_and_skill(opening, made, 4, search)))
    return sha256(told.encode()).hexdigest()[:12]


if __name__ == "__main__":
    compiled = not solvers.wish.__file__.endswith(".py")
    print(json.dumps([compiled, {slug: found_along(slug) for slug in GAMES}]))
