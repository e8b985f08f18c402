"""Every golden game, played move by move over the socket, is stored as the log that replay makes of it."""

import json
from itertools import groupby
from pathlib import Path

import pytest

from games import GAMES
from games.replay import Replayed, replay_line
from tests.games.golden import GOLDEN

from .records import log_lines
from .seats import sit_down
from .sites import guest

VECTORS = Path(__file__).parent.parent / "vectors"
MOST = 120
"""The most moves of a game that is played here."""


def _games():
    """Accepted logs, one of each game, rules and kind."""
    files = (*GOLDEN.values(), *sorted(VECTORS.glob("*-*.ndjson")))
    rows = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    good = [
        (row["log"], row["result"])
        for row in rows
        if row.get("result", {}).get("ok") and 0 < len(row["log"]["moves"]) <= MOST
    ]

    def kind(pair):
        log, result = pair
        rules = json.dumps(GAMES[log["game"]].settle_rules(log.get("rules", {})))
        return log["game"], rules, result["finished"], result["won"]

    return [next(pairs) for _, pairs in groupby(sorted(good, key=kind), key=kind)]


def _params():
    """The last of each game, which is one that was won or at least ended, and the others as `extra`."""
    last = {log["game"]: (log, result) for log, result in _games()}.values()
    return [pytest.param(*pair, marks=() if pair in last else pytest.mark.extra) for pair in _games()]


IN_WORDS = {"last", "reasons", "takes", "signs", "certain", "outcome"}
"""What the server adds to a view in words; the rest of the view comes from the rules."""


@pytest.mark.parametrize(("log", "result"), _params(), ids=lambda value: value.get("game"))
def test_a_golden_game_comes_out_the_same(site, log, result):
    player = guest(site)
    rules = log.get("rules", {})
    event = player.create(rounds=[{"game": log["game"], "rules": rules, "seed": log["seed"]}])
    seat = sit_down(player, event)
    told = {"view": seat.attempt["view"], "state": seat.attempt["state"]}
    with site.table(player, seat.attempt) as table:
        table.hear()
        for ply, move in enumerate(log["moves"]):
            assert move in told["view"]["legal"]
            told = table.play(ply, move)
            assert told["type"] == "view"
    view = {name: value for name, value in told["view"].items() if name not in IN_WORDS}
    assert {"ok": True, **view} == result
    body = seat.look() if result["finished"] else seat.finish().body
    assert body["view"] == told["view"]
    assert (body["state"], body["score"], body["won"]) == ("finished", result["score"], result["won"])
    [line] = log_lines(player, event)
    assert json.loads(line)["moves"] == log["moves"]
    replayed = replay_line(line)
    assert isinstance(replayed, Replayed)
    assert replayed.result() == result


def test_all_games_are_among_them():
    assert {log["game"] for log, _ in _games()} == set(GAMES)
