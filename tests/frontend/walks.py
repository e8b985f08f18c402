"""Games of random moves."""

import random
from collections.abc import Mapping

from competitions.models import Competition
from games.game import Game


def walk(
    game: Game,
    seed: str,
    chooser: random.Random,
    *,
    rules: Mapping[str, str] | None = None,
    longest: int = 500,
) -> list[str]:
    """Random legal moves of a deal, one after the other."""
    table, moves = game.open(seed, rules or {}).table, []
    while len(moves) < longest and (legal := list(table.legal())):
        move = chooser.choice(legal)
        moves.append(move.text)
        table = move.after(table)
    return moves


def moves_in(competition: Competition, n: int = 1, longest: int = 500) -> list[str]:
    """Random legal moves of the first round's deal: other ones for each `n`."""
    deal = competition.rounds.get(number=1).deal
    return walk(deal.game, deal.seed, random.Random(n), rules=deal.rules, longest=longest)
