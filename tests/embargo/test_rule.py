"""What stays hidden (/guides/contract#hidden), as a table: who is shown which game, and with its seed."""

import pytest
from django.utils import timezone

from competitions.contests.challenge import challenge
from competitions.models import Attempt, Competition
from games import GAMES

from .routes import OF_THE_DEAL
from .walk import Walk


def sees(scene, viewer, play):
    """Whether the table is shown, what GET of the log is answered, and whether either had the seed."""
    attempt = scene.read(viewer, f"/attempts/{play.attempt}").json
    log = scene.read(viewer, f"/logs/{play.log or '2' * 16}").json
    return "view" in attempt, log.get("code", "shown"), "seed" in attempt or "seed" in log


def play_of(scene, name):
    return next(play for plays in scene.named(name).plays.values() for play in plays)


@pytest.mark.parametrize(
    ("others", "to_who_has_finished"),
    [("closed", (False, "embargo", False)), ("finished", (True, "shown", False))],
)
def test_in_a_sealed_round(sealed, others, to_who_has_finished):
    scene = sealed(small=True, others=others)
    running, ended = play_of(scene, "At it too"), play_of(scene, "Finished too")
    unaware = ("stranger", "Organiser", "Joined", "In the middle")
    lookers = [scene.named(name) for name in (*unaware, "Finished")]
    while_it_runs = {viewer.name: sees(scene, viewer, running) for viewer in lookers}
    at_its_end = {viewer.name: sees(scene, viewer, ended) for viewer in lookers}
    assert while_it_runs == dict.fromkeys((*unaware, "Finished"), (False, "not_found", False))
    assert at_its_end == {
        **dict.fromkeys(unaware, (False, "embargo", False)),
        "Finished": to_who_has_finished,
    }


@pytest.mark.extra
def test_a_player_who_gives_up_at_once_reads_nothing_of_one_who_has_finished(sealed):
    """Else a player could take a second name, give up with it at once, and see the cards for the first."""
    scene = sealed(small=True, others="closed")
    event, spy = scene.events[0], scene.enlist("Second name")
    scene.play(spy, event, 0, ends=True)
    Walk(scene, OF_THE_DEAL, reading=[spy.name]).as_one(spy)
    organiser = scene.named("Organiser")
    scene.close(organiser, event)
    assert sees(scene, spy, play_of(scene, "Finished")) == (True, "shown", True)


def test_ones_own_game_is_shown_always_and_the_seed_is_not(sealed):
    scene = sealed(small=True)
    middle, finished = scene.named("In the middle"), scene.named("Finished")
    assert sees(scene, middle, play_of(scene, "In the middle")) == (True, "not_found", False)
    assert sees(scene, finished, play_of(scene, "Finished")) == (True, "shown", False)


@pytest.mark.parametrize(("others", "after"), [("closed", "embargo"), ("finished", "shown")])
def test_who_organises_and_plays_is_a_player_like_any_other(sealed, others, after):
    scene = sealed()
    Competition.objects.update(others=others)
    pam, hers = scene.named("Playing organiser"), play_of(scene, "Invited and done")
    assert sees(scene, pam, hers) == (False, "embargo", False)
    scene.ask(pam, "POST", f"/attempts/{play_of(scene, 'Playing organiser').attempt}/finish")
    assert sees(scene, pam, hers) == (after == "shown", after, False)


def test_who_has_finished_one_competition_knows_nothing_of_another(sealed):
    scene = sealed()
    finished = scene.named("Finished")
    assert scene.read(finished, f"/attempts/{play_of(scene, 'Invited and done').attempt}").status == 404
    Competition.objects.filter(pk=scene.events[1].id).update(access="unlisted", invite="")
    assert sees(scene, finished, play_of(scene, "Invited and done"))[0] is False


def test_of_a_running_game_others_learn_that_it_is_running(sealed):
    scene = sealed(small=True)
    path = f"/attempts/{play_of(scene, 'In the middle').attempt}"
    known = ("id", "competition", "round", "player", "play", "state")
    for name in ("stranger", "Organiser", "Joined", "Finished"):
        told = scene.read(scene.named(name), path).json
        assert told["state"] == "running", name
        assert not {key: value for key, value in told.items() if value and key not in known}, name


def test_a_game_that_is_not_shown_is_not_even_replayed(sealed, monkeypatch):
    """How long the answer takes tells nothing of how long the game is."""
    scene = sealed(small=True)
    monkeypatch.setattr("competitions.api.resources.attempts.snapshot_of", lambda attempt: 1 / 0)
    for name in ("In the middle", "Finished"):
        path = f"/attempts/{play_of(scene, name).attempt}"
        assert scene.read(scene.named("Joined"), path).status == 200


def test_in_an_open_round(opened):
    scene = opened()
    other = play_of(scene, "Through too")
    shown = {viewer.name: sees(scene, viewer, other) for viewer in scene.viewers}
    assert shown == {
        **dict.fromkeys(("stranger", "Organiser", "Admin staff"), (False, "embargo", False)),
        **dict.fromkeys(("Joined", "In the middle", "One left", "In the second"), (False, "embargo", True)),
        **dict.fromkeys(("Through", "Through too"), (True, "shown", True)),
    }


def test_with_attempts_without_a_limit_nobody_is_through_before_the_close(opened):
    scene = opened()
    organiser, one, two = (scene.named(name) for name in ("Organiser", "Through", "Through too"))
    event = scene.create(organiser, [{"game": "wish"}], play="open", attempts=None)
    plays = [scene.play(viewer, event, 1, ends=True) for viewer in (one, two)]
    assert sees(scene, one, plays[1]) == (False, "embargo", True)
    scene.close(organiser, event)
    assert sees(scene, one, plays[1]) == (True, "shown", True)
    assert sees(scene, scene.viewers[0], plays[1]) == (True, "shown", True)


def test_of_a_challenge_everyone_knows_the_seed_and_nobody_anothers_game(opened):
    scene = opened()
    one, two = (scene.named(name) for name in ("Through", "Through too"))
    deal = {"game": GAMES["wish"], "rules": {}, "seed": "in-the-link"}
    made, _ = challenge(**deal, player=one.player, now=timezone.now())
    path = f"/competitions/{made.pk}"
    scene.ask(one, "POST", f"{path}/entries", {})
    log = scene.ask(one, "POST", f"{path}/rounds/1/logs", {"moves": []})["id"]
    for viewer in (scene.viewers[0], two):
        assert scene.read(viewer, path).json["rounds"][0]["seed"] == "in-the-link"
        assert scene.read(viewer, f"{path}/logs.ndjson").body == b""
        assert scene.read(viewer, f"/logs/{log}").json["code"] == "embargo"


def test_the_standings_lead_to_games_that_have_ended(sealed):
    scene = sealed(small=True)
    finished = scene.named("Finished")
    got = scene.read(finished, f"/competitions/{scene.events[0].id}/standings")
    told = {row["player"]["name"]: cell for row in got.json["results"] for cell in row["rounds"][:1]}
    assert told["Finished too"]["attempt"] == play_of(scene, "Finished too").attempt
    assert told["In the middle"]["attempt"] is None
    found = scene.read(finished, f"/attempts/{told['Finished too']['attempt']}")
    assert found.json["log"] == Attempt.objects.get(pk=told["Finished too"]["attempt"]).log.pk
