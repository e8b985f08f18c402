"""Games played move by move over the socket are stored as the logs that replay makes of them."""

import json
from itertools import groupby
from pathlib import Path

import pytest

from games import GAMES
from games.replay import Replayed, replay_line
from tests.clients.contests import certain_rest
from tests.games.golden import GOLDEN

from .records import log_lines
from .seats import sit_down
from .sites import guest

VECTORS = Path(__file__).parent.parent / "vectors"
MOST = 120
"""The most moves of a game that is played here."""

IN_WORDS = {"last", "reasons", "takes", "signs", "directions", "certain", "outcome", "templates"}
"""What the server adds to a view in words; the rest of the view comes from the rules."""


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
    last = {log["game"]: (log, result) for log, result in _games()}
    assert last.keys() == set(GAMES)
    return [
        pytest.param(*pair, marks=() if pair in last.values() else pytest.mark.extra) for pair in _games()
    ]


def _seat(player, log):
    """The player at the deal of a log, in a new contest."""
    round = {"game": log["game"], "rules": log.get("rules", {}), "seed": log["seed"]}
    event = player.create(rounds=[round])
    return event, sit_down(player, event)


def _ended(player, event, seat, moves):
    """End a game; return the attempt and the result of its log, which must have these moves."""
    body = seat.look()
    if body["state"] == "running":
        body = seat.finish().body
    [line] = log_lines(player, event)
    assert json.loads(line)["moves"] == moves
    replayed = replay_line(line)
    assert isinstance(replayed, Replayed)
    assert (body["state"], body["score"], body["won"]) == ("finished", replayed.score, replayed.won)
    return body, replayed.result()


@pytest.mark.parametrize(("log", "result"), _params(), ids=lambda value: value.get("game"))
def test_a_golden_game_comes_out_the_same(site, log, result):
    player = guest(site)
    event, seat = _seat(player, log)
    told = seat.attempt
    with site.table(player, seat.attempt) as table:
        table.hear()
        for ply, move in enumerate(log["moves"]):
            assert move in told["view"]["legal"]
            told = table.play(ply, move)
            assert told["type"] == "view"
    view = {name: value for name, value in told["view"].items() if name not in IN_WORDS}
    assert {"ok": True, **view} == result
    assert (seat.look()["state"] == "finished") == result["finished"]
    body, replayed = _ended(player, event, seat, log["moves"])
    assert body["view"] == told["view"]
    assert replayed == result


@pytest.mark.extra
@pytest.mark.parametrize("game", ["wish", "winabit-5a", "well-either", "pyramid-one"])
def test_what_is_certain_is_played_as_by_hand_and_its_result_stands(site, game):
    """Each move of a rest that is certain is legal, answered and stored."""
    log, begun = certain_rest(game)
    player = guest(site)
    event, seat = _seat(player, log)
    moves = log["moves"][:begun]
    seat.play(0, *moves)
    with site.table(player, seat.attempt) as table:
        view = table.hear()["view"]
        left = view["certain"]["left"]
        while (certain := view["certain"]) is not None:
            assert certain["left"] == left + begun - len(moves)
            assert certain["move"] in view["legal"]
            view = table.play(len(moves), certain["move"])["view"]
            moves.append(certain["move"])
            assert view["last"] == {"move": certain["move"], "words": view["last"]["words"]}
    assert len(moves) - begun == left > 1
    body, _ = _ended(player, event, seat, moves)
    [row] = player.standings(event)["results"]
    assert (row["rank"], row["total"]) == (1, body["score"])
