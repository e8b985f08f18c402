"""Any log replayed for anybody, with help and hints, and stored ones for those who may see them."""

import json

import pytest

from competitions.web import costs
from games import GAMES
from games.hints import hint
from games.replay import open_deal, play
from games.teaching import describe
from games.views import view
from games.wish.rules import Pair
from tests.clients.contests import VECTORS, golden


@pytest.fixture
def replayed(anyone):
    """What a stranger is told of a log."""
    return lambda log, **more: anyone.post("/replays", log | more).body


def _lines():
    for file in sorted(VECTORS.glob("*.ndjson")):
        for line in file.read_text().splitlines():
            row = json.loads(line)
            if "log" in row:
                yield row["log"], row["result"]


def _compared(result):
    """A result to compare: without its words, and with `legal` sorted."""
    legal = sorted(result.get("legal", ()))
    return {key: value for key, value in result.items() if key not in ("error", "why")} | {"legal": legal}


def test_a_stranger_is_told_of_any_log_what_the_command_line_says(anyone, unlimited):
    for log, result in _lines():
        said = anyone.post("/replays", log)
        assert said.status == 200
        assert _compared(said.body) == _compared(result)


@pytest.mark.parametrize("game", list(GAMES))
def test_the_steps_lead_from_the_opening_to_the_final_table(replayed, game):
    log = golden({"winabit": "winabit-5a", "well": "well-either", "pyramid": "pyramid-one"}.get(game, game))
    log = log["log"]
    said, piles = replayed(log, steps=True), {}
    position = open_deal(log["game"], log["seed"], log["rules"])
    assert (said["steps"][0]["move"], len(said["steps"])) == (None, len(log["moves"]) + 1)
    for step in said["steps"]:
        piles |= step["piles"]  # those that changed
        if step["move"] is not None:
            position = play(position, step["move"])
        assert (piles, step["score"]) == (view(position)["piles"], position.table.score)
    assert piles == said["piles"]


@pytest.mark.parametrize("game", list(GAMES))
def test_with_help_or_a_hint_a_log_brings_what_is_said_of_its_final_table(replayed, game):
    opening = GAMES[game].open("helped")
    first = hint(opening)
    log = {"game": game, "seed": "helped", "moves": [first["move"]]}
    assert replayed(log, moves=[], hint=True)["hint"] == first
    after = play(opening, first["move"])
    said = replayed(log, help=True)
    assert said == {"ok": True, **describe(after)}
    assert said["last"]["move"] == first["move"]
    assert replayed(log, help=True, hint=True) == {**said, "hint": hint(after)}
    steps = replayed(log, steps=True, help=True)
    assert {**steps, "steps": 2} == {**said, "steps": len(steps["steps"])}
    assert steps["steps"][1]["words"] == said["last"]["words"]


def test_there_is_no_help_or_hint_for_a_log_that_does_not_stand_nor_where_none_is_asked_for(replayed):
    log = {"game": "wish", "seed": "helped", "moves": ["pair 1 1"]}
    said = replayed(log, help=True, hint=True)
    assert "reasons" not in said
    assert said["hint"] is None
    for asked in (False, 1, "yes", None):
        assert not {"reasons", "hint"} & replayed(log, moves=[], help=asked, hint=asked).keys()
        assert "hint" not in replayed(log, hint=asked)


def test_a_hint_with_a_log_is_paid_for_too(replayed, monkeypatch):
    paid = []
    monkeypatch.setattr("competitions.api.views.replays.charge", lambda request, ms: paid.append(ms))
    for asked in (False, True):
        replayed({"game": "wish", "seed": "hinted", "moves": []}, hint=asked)
    assert paid[1] - paid[0] == costs.HINT


def test_a_log_with_its_steps_is_played_once(replayed, monkeypatch):
    made, after = [], Pair.after
    monkeypatch.setattr(Pair, "after", lambda move, table: made.append(move.text) or after(move, table))
    log = golden("wish")["log"]
    assert replayed(log, steps=True)["ok"]
    assert made == log["moves"]


def test_a_log_that_does_not_stand_has_the_steps_before_it(replayed):
    """Only the deal, if it is too long; none, if it has no deal."""
    log = golden("wish")["log"]
    for other, said in (
        (log | {"moves": [*log["moves"][:2], "pair 1 1"]}, (False, "illegal_move", 2, 3)),
        ({"game": "wish", "seed": "x", "moves": ["pair 1 2"] * 17}, (False, "too_long", None, 1)),
        ({}, (False, "bad_log", None, 0)),
        ({"game": "golf", "seed": "x", "moves": []}, (False, "unknown_game", None, 0)),
    ):
        body = replayed(other, steps=True)
        assert (body["ok"], body["code"], body.get("ply"), len(body["steps"])) == said


@pytest.mark.parametrize(
    "body", [b"", b"[]", b'"log"', b"7", b"null", b'{"moves": [1]}', b'{"game": "\\ud800"}']
)
def test_what_is_no_log_is_said_to_be_none_and_what_is_no_json_is_refused(anyone, body):
    said = anyone.post("/replays", body)
    assert (said.status, said.body["ok"], said.body["code"]) == (200, False, "bad_log")
    assert anyone.post("/replays", b"{" + body).outcome == (400, "bad_json")
    refused = anyone.post("/replays", b"{}", Content_Type="text/plain")
    assert refused.outcome == (415, "unsupported_media_type")


def test_a_stored_log_is_replayed_for_those_who_may_see_it(anyone, owner, rival, replayed):
    event, log = owner.create_for(rival, attempts=2), golden()["log"]
    sent = rival.submit(event, log["moves"]).body
    mine = rival.get(f"/logs/{sent['id']}/replay")
    assert mine.status == 200
    assert mine.body["steps"] == replayed(log, steps=True)["steps"]
    assert (mine.body["player"]["name"], mine.body["score"]) == ("Ray Rival", sent["score"])
    assert anyone.get(f"/logs/{sent['id']}/replay").outcome == (403, "embargo")
    assert anyone.get("/logs/nothing0nothing0/replay").outcome == (404, "not_found")
    rejected = rival.submit(event, [log["moves"][0], "nonsense"]).body
    assert len(rival.get(f"/logs/{rejected['id']}/replay").body["steps"]) == 2
    assert owner.get(f"/logs/{rejected['id']}/replay").outcome == (404, "not_found")
