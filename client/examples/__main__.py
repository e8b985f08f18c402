"""Lets a bot play every open round of a contest: `python -m examples greedy http://127.0.0.1:8000/c/ID`."""

from __future__ import annotations

import sys
from random import Random

from evendeal import Client
from evendeal.errors import EvendealError, NoAttemptsLeft

from .chance import Strategy, play_anything
from .greedy import keep_jokers
from .look_ahead import look_ahead

BOTS: dict[str, Strategy] = {"random": play_anything, "greedy": keep_jokers, "ahead": look_ahead(1000)}
KNOWN = "three-by-three"
"""The only game that the greedy bot knows. In other games it plays any legal move."""

MOST_MOVES = 200


def main(bot: str, address: str, chance: Random) -> None:
    """Become a guest that is declared as a bot, join, and play."""
    site, _, contest = address.partition("/c/")
    with Client.as_guest(site, f"{bot} bot {chance.randrange(10**9)}", bot=True) as client:
        client.join(contest)
        for deal in client.competition(contest)["rounds"]:
            if deal["state"] == "open":
                choose = play_anything if bot == "greedy" and deal["game"] != KNOWN else BOTS[bot]
                print(
                    f"Round {deal['number']}: {play_round(client, contest, deal['number'], choose, chance)}"
                )


def play_round(client: Client, contest: str, number: int, choose: Strategy, chance: Random) -> str:
    """Play one attempt, choosing each move from the view. Return a text with its score, or "played already"
    if the bot has no attempts left. Sealed and open rounds are played alike."""
    try:
        attempt = client.start(contest, number)
    except NoAttemptsLeft:
        return "played already"
    with client.table(attempt) as table:
        while table.view["legal"] and table.view["ply"] < MOST_MOVES:
            table.play(choose(table.view, chance))
        return f"score {table.finish()['score']}"


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in BOTS:
        sys.exit(f"usage: python -m examples {'|'.join(BOTS)} ADDRESS")
    try:
        main(sys.argv[1], sys.argv[2], Random())
    except EvendealError as error:
        sys.exit(f"The bot has stopped: {error}")
