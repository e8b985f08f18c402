"""Runs one contest after another at human pace: `python -m config.demo http://127.0.0.1:8000`.

With `--with-stdin` it ends when its standard input ends, so it also ends when the process that started it is
killed.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from http.client import HTTPException
from itertools import count
from random import Random
from typing import Any, NoReturn

from config.demo.cast import CAST, GAME, Character
from config.demo.demo_client import DemoClient, DemoProblem

ROUNDS = 6
# The time from the opening of one round to the next. It is short, because only a bot's best game of a round
# counts, so after a bot's first few games the scoreboard seldom changes.
ROUND_LASTS = timedelta(seconds=100)
# The bots finish all rounds in a third of this time; the rest is for people who join.
OPEN_FOR = timedelta(minutes=30)
# The shortest and the longest pause after a bot's log, in seconds.
PAUSE_S = (0.5, 1.3)


def main(base_url: str) -> NoReturn:
    """Run contests on the server at `base_url` until a signal ends the process."""
    random = Random()
    house = register(base_url, "Evendeal")
    players: dict[Character, DemoClient] = {}
    for number in count(1):
        contest = open_contest(house, number)
        print(f"Demo: {contest['url']}", flush=True)
        play_contest(contest["id"], players, base_url, random)
    raise AssertionError("there is always a next contest")


def register(base_url: str, name: str) -> DemoClient:
    """Register a new guest, declared as a bot, and return a client for this guest."""
    guest = DemoClient(base_url).post("guests", name=name, bot=True)
    return DemoClient(base_url, guest["token"])


def open_contest(house: DemoClient, number: int) -> dict[str, Any]:
    """Make a contest in open play, whose rounds open one after another. Return the contest as the API
    describes it."""
    now = datetime.now(UTC)
    later = [{"game": GAME.slug, "opens_at": moment(now + nth * ROUND_LASTS)} for nth in range(1, ROUNDS)]
    contest: dict[str, Any] = house.post(
        "competitions",
        name=f"Three By Three {number}",
        play="open",
        attempts=None,
        closes_at=moment(now + OPEN_FOR),
        rounds=[{"game": GAME.slug}, *later],
    )
    return contest


def play_contest(
    contest_id: str, players: dict[Character, DemoClient], base_url: str, random: Random
) -> None:
    """Let the bots play the newest round in turn, until all rounds are over."""
    path = f"competitions/{contest_id}"
    joined: set[Character] = set()
    tries: Counter[tuple[Character, int]] = Counter()
    over_at = time.monotonic() + ROUNDS * ROUND_LASTS.total_seconds()
    while time.monotonic() < over_at:
        for character in random.sample(CAST, len(CAST)):
            arrives = character not in joined
            if character not in players:
                players[character] = register(base_url, character.name)
            if arrives:
                players[character].post(f"{path}/entries")
                joined.add(character)
            rounds = players[character].get(path)["rounds"]
            opened = [each for each in rounds if each["state"] == "open"]
            if not opened:
                return  # the machine slept until after the closing
            newest = opened[-1]
            moves = character.play(newest["seed"], tries[character, newest["number"]], random)
            if random.random() < character.slips:
                moves.append("shuffle")  # `shuffle` is illegal, so the log is rejected
            players[character].post(f"{path}/rounds/{newest['number']}/logs", moves=moves)
            tries[character, newest["number"]] += 1
            if not arrives:
                time.sleep(random.uniform(*PAUSE_S))


def moment(when: datetime) -> str:
    return when.isoformat(timespec="seconds")


def stop(signum: int, frame: object) -> NoReturn:
    raise SystemExit(0)


def end_with_stdin() -> None:
    # Read the file descriptor, because Python locks `sys.stdin` while reading it, and a process that ends
    # while `sys.stdin` is locked aborts.
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(0)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[2] == "--with-stdin":
        threading.Thread(target=end_with_stdin, daemon=True).start()
    elif len(sys.argv) != 2:
        sys.exit("usage: python -m config.demo URL [--with-stdin]")
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    try:
        main(sys.argv[1])
    except (DemoProblem, OSError, HTTPException) as error:
        sys.exit(f"Demo: ended, because the server did not play along: {error}")
