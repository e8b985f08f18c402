"""Faults of ours: neither the answer nor the log says what was in the variables, with DEBUG or without."""

import itertools
import json
import logging.config

import pytest

from competitions.models import Attempt, Competition, Deal, KeptAnswer, Log, Move, Round

from .records import everything_logged
from .walk import Walk

READ, MOVE = "GET /api/v1/attempts/{attempt}", "POST /api/v1/attempts/{attempt}/moves"
PLACES = {
    "competitions.api.views.competitions.competition_json": ["GET /api/v1/competitions/{event}"],
    "competitions.api.views.attempts.AttemptSeen": [READ],
    "competitions.api.views.logs.played_json": ["GET /api/v1/logs/{log}"],
    "competitions.play.dealer.describe": [READ, MOVE],
    "competitions.play.positions.position_after": [READ, MOVE],
    "competitions.play.attempts.record": ["POST /api/v1/attempts/{attempt}/finish"],
    "competitions.standings.memory.load": ["GET /api/v1/competitions/{event}/standings", "GET /c/{event}"],
    "frontend.contest.views.own_rounds": ["GET /c/{event}"],
    "frontend.home.views.contest_cards": ["GET /"],
}
"""Functions that are broken, one at a time with the deal in its variables, and the requests that reach it."""


def breaks_with_the_deal_at_hand(scene):
    def broken(*_, **__):
        deal = Deal.objects.first()
        seed, cards = deal.seed, list(scene.events[0].deals[0].cards)
        raise RuntimeError(f"broken, {len(seed)} letters and {len(cards)} cards from the end")

    return broken


@pytest.mark.extra
@pytest.mark.parametrize("debug", [False, True], ids=["DEBUG off", "DEBUG on"])
def test_a_fault_shows_no_value(sealed, monkeypatch, settings, debug):
    scene = sealed(small=True)
    walk = Walk(scene)
    settings.DEBUG = debug
    everyone = [scene.named(name) for name in ("stranger", "In the middle", "Finished")]
    for place, requests in PLACES.items():
        faults = dict.fromkeys(requests, 0)
        with monkeypatch.context() as breaking, everything_logged() as records:
            breaking.setattr(place, breaks_with_the_deal_at_hand(scene))
            for viewer, request in itertools.product(everyone, requests):
                for method, path in _filled_in(request, scene):
                    headers = {**viewer.headers, "Accept": "text/html", "Content-Type": "application/json"}
                    got = scene.send(method, path, b'{"ply": 0, "moves": []}', headers)
                    walk.search(viewer, f"{method} {path} with {place} broken", got.head, got.body)
                    if got.status == 500:
                        faults[request] += 1
                        break
        walk.search(everyone[0], f"the log with {place} broken", records.text)
        assert all(faults.values()), f"{place} was never reached by one of these: {faults}"


def _filled_in(request, scene):
    """The method and each different path that it names."""
    event = scene.events[0].id
    for filled in {
        request.format(event=event, attempt=play.attempt, log=play.log or "none"): None
        for play in scene.plays()
    }:
        yield filled.split()


def test_a_move_that_was_refused_stands_in_no_line_of_the_log(sealed, monkeypatch, caplog, settings):
    """Not even if making the answer fails: the refusal is then part of the error that is logged."""
    scene = sealed(small=True)
    [viewer] = (viewer for viewer in scene.viewers if viewer.name == "In the middle")
    [[play]] = viewer.plays.values()
    monkeypatch.setattr("competitions.web.problems.problem_body", breaks_with_the_deal_at_hand(scene))
    sent = json.dumps({"ply": play.ply, "moves": ["turn nowhere"]}).encode()
    headers = {**viewer.headers, "Content-Type": "application/json"}
    assert scene.send("POST", f"/api/v1/attempts/{play.attempt}/moves", sent, headers).status == 500
    line = logging.config.DictConfigurator({}).configure_formatter(
        dict(settings.LOGGING["formatters"]["line"])
    )
    written = [line.format(record) for record in caplog.records]
    assert any("RuntimeError" in text and "after Refusal" in text for text in written)
    assert not any("nowhere" in text or "\n" in text for text in written)


@pytest.mark.django_db
def test_no_statement_for_the_database_is_logged(settings):
    settings.DEBUG = True
    with everything_logged() as records:
        Deal.objects.filter(seed="looked for").exists()
    assert b"looked for" not in records.text


def test_a_row_in_words_tells_nothing(sealed):
    scene = sealed(small=True)
    walk = Walk(scene)
    for model in (Attempt, Competition, Deal, KeptAnswer, Log, Move, Round):
        for row in model.objects.all():
            walk.search(scene.viewers[0], f"a {model.__name__}", str(row).encode(), repr(row).encode())
    played = {move.text for move in Move.objects.all()}
    assert played
    words = {part for move in Move.objects.all() for part in (str(move), repr(move))}
    assert not any(text in word for text in played for word in words)
