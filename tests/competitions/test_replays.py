"""Any log replayed by whoever asks, and stored ones for those who may see them."""

import json

import pytest

from games import GAMES
from games.replay import open_deal, play
from games.teaching import describe
from games.views import view
from games.wish.rules import Pair
from tests.clients.contests import VECTORS, golden


def _lines():
    for file in sorted(VECTORS.glob("*.ndjson")):
        for line in file.read_text().splitlines():
            row = json.loads(line)
            if "log" in row:
                yield row["log"], row["result"]


def _tables(steps):
    """The piles after each step, put together from what changed."""
    piles = {}
    for step in steps:
        piles = piles | step["piles"]
        yield piles


def _compared(result):
    """A result to compare: without its words, and with `legal` sorted."""
    legal = sorted(result.get("legal", ()))
    return {key: value for key, value in result.items() if key != "error"} | {"legal": legal}


def test_a_stranger_is_told_of_any_log_what_the_command_line_says(anyone, unlimited):
    for log, result in _lines():
        said = anyone.post("/replays", log)
        assert said.status == 200
        assert _compared(said.body) == _compared(result)


@pytest.mark.parametrize("game", list(GAMES))
def test_the_steps_lead_from_the_opening_to_the_final_table(anyone, game):
    log = golden({"winabit": "winabit-5a", "well": "well-either", "pyramid": "pyramid-one"}.get(game, game))
    log = log["log"]
    said = anyone.post("/replays", log | {"steps": True}).body
    position = open_deal(log["game"], log["seed"], log["rules"])
    assert (said["steps"][0]["move"], len(said["steps"])) == (None, len(log["moves"]) + 1)
    for step, piles in zip(said["steps"], _tables(said["steps"]), strict=True):
        if step["move"] is not None:
            position = play(position, step["move"])
        assert (piles, step["score"]) == (view(position)["piles"], position.table.score)
    assert piles == said["piles"]


@pytest.mark.parametrize("game", list(GAMES))
def test_with_help_a_log_brings_what_is_said_of_its_final_table(anyone, game):
    opening = GAMES[game].open("helped")
    first = min(move.text for move in opening.table.legal())
    log = {"game": game, "seed": "helped", "moves": [first]}
    said = anyone.post("/replays", log | {"help": True}).body
    assert said == {"ok": True, **describe(play(opening, first))}
    assert said["last"]["move"] == first
    steps = anyone.post("/replays", log | {"steps": True, "help": True}).body
    assert {**steps, "steps": 2} == {**said, "steps": len(steps["steps"])}
    assert steps["steps"][1]["words"] == said["last"]["words"]


def test_there_is_no_help_for_a_log_that_does_not_stand_nor_where_it_is_not_asked_for(anyone):
    log = {"game": "wish", "seed": "helped", "moves": ["pair 1 1"]}
    assert "reasons" not in anyone.post("/replays", log | {"help": True}).body
    for help in (False, 1, "yes", None):
        assert "reasons" not in anyone.post("/replays", log | {"moves": [], "help": help}).body


def test_a_log_with_its_steps_is_played_once(anyone, monkeypatch):
    made, after = [], Pair.after
    monkeypatch.setattr(Pair, "after", lambda move, table: made.append(move.text) or after(move, table))
    log = golden("wish")["log"]
    assert anyone.post("/replays", log | {"steps": True}).body["ok"]
    assert made == log["moves"]


def test_a_log_that_breaks_a_rule_has_the_steps_before_it(anyone):
    log = golden("wish")["log"]
    said = anyone.post("/replays", log | {"moves": [*log["moves"][:2], "pair 1 1"], "steps": True}).body
    assert (said["ok"], said["code"], said["ply"], len(said["steps"])) == (False, "illegal_move", 2, 3)


def test_a_log_without_a_deal_has_no_steps(anyone):
    for log in ({"steps": True}, {"game": "golf", "seed": "x", "moves": [], "steps": True}):
        said = anyone.post("/replays", log).body
        assert (said["ok"], said["steps"]) == (False, [])


def test_of_a_log_that_is_too_long_only_the_deal_is_shown(anyone):
    said = anyone.post(
        "/replays", {"game": "wish", "seed": "x", "moves": ["pair 1 2"] * 17, "steps": True}
    ).body
    assert (said["code"], len(said["steps"])) == ("too_long", 1)


@pytest.mark.parametrize(
    "body", [b"", b"[]", b'"log"', b"7", b"null", b'{"moves": [1]}', b'{"game": "\\ud800"}']
)
def test_what_is_no_log_is_said_to_be_none(anyone, body):
    said = anyone.post("/replays", body)
    assert (said.status, said.body["ok"], said.body["code"]) == (200, False, "bad_log")


def test_what_is_not_json_is_refused(anyone):
    assert anyone.post("/replays", b"{").outcome == (400, "bad_json")
    assert anyone.post("/replays", b"{}", Content_Type="text/plain").outcome == (
        415,
        "unsupported_media_type",
    )


def test_a_stored_log_is_replayed_for_those_who_may_see_it(anyone, owner, rival):
    event = owner.create_for(rival)
    log = golden()["log"]
    sent = rival.submit(event, log["moves"]).body
    mine = rival.get(f"/logs/{sent['id']}/replay")
    assert mine.status == 200
    assert mine.body["steps"] == anyone.post("/replays", log | {"steps": True}).body["steps"]
    assert (mine.body["player"]["name"], mine.body["score"]) == ("Ray Rival", sent["score"])
    assert anyone.get(f"/logs/{sent['id']}/replay").outcome == (403, "embargo")
    assert anyone.get("/logs/nothing0nothing0/replay").outcome == (404, "not_found")


def test_the_owner_of_a_rejected_log_sees_how_far_it_went(anyone, owner, rival):
    event = owner.create_for(rival)
    sent = rival.submit(event, [*golden()["log"]["moves"][:1], "nonsense"]).body
    assert len(rival.get(f"/logs/{sent['id']}/replay").body["steps"]) == 2
    assert owner.get(f"/logs/{sent['id']}/replay").outcome == (404, "not_found")
