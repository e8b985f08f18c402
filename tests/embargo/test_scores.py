"""Whoever may not know a score yet is told the same, to the byte, whatever the score is."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from competitions.models import Attempt, Competition
from competitions.realtime.feed_queries import read_feed

from .routes import OF_THE_DEAL
from .stage import Event, Stage, Viewer

LATER, FAR = "2998-01-01T00:00:00Z", "2999-01-01T00:00:00Z"
STANDINGS = ["api/v1/competitions/<public_id:competition_id>/standings"]
OF_ONE_REQUEST = re.compile(
    rb'name="(?:csrfmiddlewaretoken|number)" value="\w+"|"used_at": (?:null|"[^"]*")|"devices": \[.*?\]'
)
"""What differs from one answer to the next by itself: also when and where the player was last known."""


@pytest.fixture
def scene(send, monkeypatch):
    """The clock stands still. Three have played an open round, one plays, and two have joined."""
    now = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)

    def scene(**settings) -> tuple[Stage, Event]:
        stage = Stage(send)
        rounds = [{"game": "three-by-three"}, {"game": "three-by-three", "opens_at": LATER}]
        olga = stage.enlist("Organiser")
        event = stage.create(olga, rounds, play="open", closes_at=FAR, **settings)
        stage.join(olga, event)
        stage.join(stage.enlist("Joined"), event)
        for ply, name in enumerate(("Done", "Done too", "Done last"), start=2):
            stage.play(stage.enlist(name), event, ply, ends=True)
        stage.play(stage.enlist("In the middle"), event, 4)
        return stage, event

    return scene


def answers(stage: Stage, event: Event, viewer: Viewer, routes) -> Iterator[tuple[str, int, bytes]]:
    """What the viewer can read at these routes and from the feed, without what differs by itself.

    What is not for reading, and what is an organiser's alone, is refused before anything is looked at, as
    `test_left_out` holds. Of attempts, logs and entries that are the same to the viewer the last speaks for
    all: it is never one that was known before. A list tells of a contest alike whatever else it shows.
    """
    for way in map(OF_THE_DEAL.get, routes):
        if way.for_organisers and not viewer.organises:
            continue
        paths = [alike[-1] for alike in stage.alike(viewer, way.paths(stage))]
        for path in paths if stage.events_named(paths[0]) else paths[:1]:
            if path.endswith(".png") and viewer.player is not None:
                continue  # the same for everyone
            got = stage.send("GET", path, b"", viewer.headers)
            if got.status == 405:
                break
            assert got.status < 500
            yield path, got.status, OF_ONE_REQUEST.sub(b"", got.body)
    standings = read_feed(event.id, -1).standings
    assert standings is not None
    yield "the message to watchers", 200, standings.text.encode()


def told_apart(stage: Stage, event: Event, viewer: Viewer, hidden, routes=OF_THE_DEAL) -> list[str]:
    """Where the viewer is told something else when the `hidden` attempts ended in another way."""
    seen = []
    for first in (True, False):
        for n, attempt in enumerate(hidden.order_by("pk")):
            other = (n % 2 == 0) is first
            attempt.score, attempt.won, attempt.moves_made = (3, True, 41) if other else (28, False, 7)
            attempt.elapsed_ms, attempt.finished = (4321, True) if other else (98765, attempt.won)
            attempt.save()
        seen.append([*answers(stage, event, viewer, routes)])
    return [one[0] for one, other in zip(*seen, strict=True) if one != other]


@pytest.fixture(autouse=True)
def same_pause(monkeypatch):
    """Readers of a stream are told by chance when to come again."""
    monkeypatch.setattr("competitions.realtime.streams.randint", lambda least, most: least)


def parts_of(told: Any) -> Iterator[dict[str, Any]]:
    """Each object in what was told."""
    if isinstance(told, dict):
        yield told
    for part in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
        yield from parts_of(part)


def test_a_score_that_may_not_be_known_has_no_end_beside_it(scene):
    """An end that is hidden is null, not false: nobody has lost or given up."""
    stage, event = scene(standings="final")
    viewer = stage.named("Done")
    routes = [route for route in OF_THE_DEAL if route != "api/v1/me/export"]  # which tells of one's own games
    told = [json.loads(body) for _, _, body in answers(stage, event, viewer, routes) if body[:1] == b"{"]
    hidden = [
        part for part in parts_of(told) if part.get("state") == "finished" and part.get("score", 0) is None
    ]
    ends = [part[name] for part in hidden for name in ("won", "finished") if name in part]
    assert {part.get("id", "a cell") for part in hidden} > {"a cell"}, "an attempt, too"
    assert set(ends) == {None}


@pytest.mark.parametrize(
    ("settings", "unaware", "aware"),
    [
        pytest.param({"standings": "own"}, ["stranger", "In the middle"], ["Done"], marks=pytest.mark.extra),
        ({"standings": "final"}, ["Done"], []),
        pytest.param(
            {"standings": "own", "ranking": "matchpoints", "tie_break": ["moves"]},
            ["Organiser", "Joined"],
            [],
            marks=pytest.mark.extra,
        ),
    ],
)
def test_scores_that_may_not_be_known_change_no_answer(scene, settings, unaware, aware):
    stage, event = scene(**settings)
    ended = Attempt.objects.filter(ended_at__isnull=False)
    for name in unaware:
        viewer = stage.named(name)
        assert told_apart(stage, event, viewer, ended.exclude(entry=viewer.entries.get(event.id))) == []
    for name in aware:
        viewer = stage.named(name)
        assert told_apart(stage, event, viewer, ended.exclude(entry=viewer.entries[event.id]), STANDINGS)


@pytest.mark.extra
def test_what_ends_in_a_freeze_changes_no_answer(scene):
    stage, event = scene(freeze_at=LATER)
    playing = Attempt.objects.get(ended_at=None)
    # The freeze began a minute ago, when two had ended and the others played.
    frozen = timezone.now() - timedelta(minutes=1)
    Competition.objects.update(freeze_at=frozen, opens_at=frozen - timedelta(hours=1))
    Attempt.objects.update(started_at=frozen - timedelta(minutes=2))
    ended = Attempt.objects.filter(ended_at__isnull=False).order_by("pk")
    known = ended.values_list("pk", flat=True)[:1]
    Attempt.objects.filter(pk__in=[*known]).update(ended_at=frozen - timedelta(minutes=1))
    hidden = ended.exclude(pk__in=[*known])
    assert told_apart(stage, event, stage.named("Organiser"), hidden) == []
    assert playing.ended_at is None
    assert told_apart(stage, event, stage.named("stranger"), ended, STANDINGS), "what ended before is shown"
