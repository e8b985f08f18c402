"""When a round closes its seed and its logs open, and anyone can check that nothing was changed."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.utils import timezone

from competitions.models import Attempt, Competition
from competitions.play.deadlines import end_overdue
from games import GAMES
from games.cards import NAMES
from games.deck import deck

from .routes import OF_THE_CARDS, OF_THE_DEAL
from .walk import Walk

ROOT = Path(__file__).resolve().parents[2]


def closed(scene):
    """The scene with every event closed by its organiser."""
    for event in scene.events:
        organiser = next(viewer for viewer in scene.viewers if event.id in viewer.organises)
        scene.close(organiser, event)
    return scene


def lines(scene, viewer, event):
    got = scene.read(viewer, f"/competitions/{event.id}/logs.ndjson")
    return [json.loads(line) for line in got.body.splitlines()]


def committed(game, seed):
    """Section 1.2 of games/conform/RULES.md in its own words, without the engine."""
    return hashlib.sha256(f"evendeal-commit-1\n{game}\n{seed}".encode()).hexdigest()


def rounds_of(scene, viewer):
    return scene.read(viewer, f"/competitions/{scene.events[0].id}").json["rounds"]


@pytest.mark.parametrize(
    "game", ["wish", *(pytest.param(game, marks=pytest.mark.extra) for game in GAMES if game != "wish")]
)
def test_after_the_close_everyone_has_the_seed_and_it_is_the_one_committed_to(sealed, game):
    scene = sealed(game, 3, small=True)
    event = scene.events[0]
    promised = [round["commitment"] for round in rounds_of(scene, scene.viewers[0])]
    assert all(promised)
    for viewer in scene.viewers:
        assert lines(scene, viewer, event) == []
        assert not any("seed" in round for round in rounds_of(scene, viewer))
    closed(scene)
    for viewer in scene.viewers:
        rounds = rounds_of(scene, viewer)
        assert [round["seed"] for round in rounds] == [deal.seed for deal in event.deals]
        assert [round["commitment"] for round in rounds] == promised
        assert [committed(game, round["seed"]) for round in rounds] == promised


@pytest.mark.extra
def test_after_the_close_every_log_is_there_and_replays_to_its_recorded_score(sealed):
    scene = closed(sealed(small=True))
    event = scene.events[0]
    for viewer in (scene.viewers[0], scene.viewers[1]):
        logs = lines(scene, viewer, event)
        assert sorted(log["id"] for log in logs) == sorted(play.log for play in scene.plays(event))
    got = scene.read(scene.viewers[0], f"/competitions/{event.id}/logs.ndjson")
    command = [sys.executable, "-m", "games", "replay"]
    done = subprocess.run(command, input=got.body, capture_output=True, cwd=ROOT, check=True)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(results) == len(logs)
    for log, result in zip(logs, results, strict=True):
        assert result["ok"]
        assert (result["score"], result["won"]) == (log["score"], log["won"])
        recorded = Attempt.objects.get(log=log["id"])
        assert (recorded.score, recorded.moves_made) == (result["score"], result["ply"])


@pytest.mark.extra
def test_after_the_close_the_walk_finds_nothing_but_what_an_invitation_keeps(sealed):
    """Entrants see everything; others nothing of the invite-only event or of rounds that never opened. They
    only read: what is refused after the close looks at nothing that the walk before it has not looked at.
    """
    scene = closed(sealed())
    walk = Walk(scene, OF_THE_DEAL, reading=["stranger"]).as_those("stranger")
    Walk(scene, OF_THE_CARDS, reading=["Organiser"]).as_those("Organiser")
    assert walk.received["seed"]


def test_a_table_that_was_shown_was_dealt_from_the_published_seed(sealed):
    scene = sealed("wish", 0, small=True)
    viewer = next(viewer for viewer in scene.viewers if viewer.plays)
    [[play]] = viewer.plays.values()
    seen = scene.read(viewer, f"/attempts/{play.attempt}").json["view"]["piles"]
    closed(scene)
    seed = rounds_of(scene, scene.viewers[0])[0]["seed"]
    cards = [NAMES[card] for card in deck("wish", GAMES["wish"].pack, seed)]
    dealt = {card for pile in seen.values() for card in pile if card != "??"}
    assert dealt <= set(cards)
    assert GAMES["wish"].open(seed).table.piles()["1"].names() == seen["1"]


@pytest.mark.extra
def test_a_round_whose_window_is_over_opens_once_its_last_attempt_has_ended(sealed):
    """Until then a move may be on its way, and its player could look at the published cards."""
    scene = sealed(small=True)
    event = scene.events[0]
    Competition.objects.filter(pk=event.id).update(closes_at=timezone.now())
    for viewer in scene.viewers:
        assert "seed" not in rounds_of(scene, viewer)[0]
        assert lines(scene, viewer, event) == []
        games = [scene.read(viewer, f"/attempts/{play.attempt}").json for play in scene.plays(event)]
        assert sum("view" in game for game in games) <= (3 if viewer.name.startswith("Finished") else 1)
    assert end_overdue(timezone.now()) == 2
    for viewer in scene.viewers:
        assert rounds_of(scene, viewer)[0]["seed"] == event.deals[0].seed
        assert len(lines(scene, viewer, event)) == 4
