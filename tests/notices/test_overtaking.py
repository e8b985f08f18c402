"""Who is told that they were passed: at most once an hour, and never of what they may not know."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competitions.contests.dailies.calendar import make_dailies
from competitions.models import Attempt, Competition, Notice
from competitions.outbound.notices.overtaken import overtakings
from tests.clients.contests import golden_round, moves_scoring
from tests.play.seats import sit_down

pytestmark = pytest.mark.extra

PASSED = "overtaken"


def names(notices):
    return [each["data"]["player"]["name"] for each in notices]


@pytest.mark.extra
def test_who_is_passed_is_told_by_whom(owner, crowd, told):
    event = owner.create(attempts=None)
    ann, ben, out, eva = crowd(["Ann", "Ben", "Out", "Eva"])
    for player, score in ((ann, 26), (ben, 22), (out, 24), (eva, 28)):
        player.join(event)
        player.submit(event, moves_scoring(score))
        told(ann)
    assert names(told(ann, PASSED)) == ["Ben"]
    owner.post(
        f"/competitions/{event['id']}/entries/{out.join(event).body['id']}/disqualify", {"reason": "Left"}
    )
    assert told(ben, PASSED) == [], "all came in behind him"
    eva.submit(event, moves_scoring(18))
    [passed] = told(ben, PASSED)
    assert (passed["text"], passed["path"]) == (
        "Eva has passed you in Friday evening.",
        f"/c/{event['id']}",
    )
    assert names(told(ann, PASSED)) == ["Ben"], "it was just said"
    assert told(out, PASSED) == told(eva, PASSED) == []
    ben.submit(event, moves_scoring(16))
    assert names(told(eva, PASSED)) == ["Ben"]
    Notice.objects.all().delete()
    for score in (17, 19):
        eva.submit(event, moves_scoring(score))
    assert told(ben, PASSED) == [], "she is better than before, and still behind him"


def test_however_many_have_ended_it_asks_as_often(owner, crowd, clock):
    event = owner.create(attempts=None)
    ann, ben = crowd(["Ann", "Ben"])
    for player, score in ((ann, 22), (ben, 26), (ann, 24), (ann, 20), (ben, 20), (ben, 18), (ben, 17)):
        player.join(event)
        player.submit(event, moves_scoring(score))
    competition = Competition.read(event["id"])
    ended = list(Attempt.objects.order_by("event"))
    assert overtakings(competition, ended[-1:], clock.now) == [], "he was before her already"
    asked = []
    for some in (ended[-2:], ended):
        with CaptureQueriesContext(connection) as queries:
            [notice] = overtakings(competition, some, clock.now)
        assert notice.player_id == ann.player["id"]
        asked.append(len(queries))
    assert asked[0] == asked[1]


@pytest.mark.extra
def test_many_who_pass_are_one_notice_an_hour(owner, crowd, told, clock):
    event = owner.create()
    clock.forward(minutes=30)  # not by the hours of the clock alone
    ann, *others = crowd(["Ann", *(f"Player {n}" for n in range(6))])
    for player, score in ((ann, 26), *((each, 22) for each in others)):
        player.join(event)
        player.submit(event, moves_scoring(score))
        told(ann)
    assert len(told(ann, PASSED)) == 1
    for player, minutes in zip(crowd(["Lou", "Max"]), (50, 11), strict=True):
        clock.forward(minutes=minutes)
        player.join(event)
        player.submit(event, moves_scoring(18))
        told(ann)
    assert names(told(ann, PASSED))[1:] == ["Max"]


@pytest.mark.parametrize("ranking", ["total", "matchpoints", "points"])
def test_it_goes_by_the_standings_over_all_rounds(owner, crowd, told, ranking):
    event = owner.create(ranking=ranking, rounds=[golden_round(), golden_round()])
    ann, ben, eva = crowd(["Ann", "Ben", "Eva"])
    for player, first in ((ann, 16), (ben, 20), (eva, 25)):
        player.join(event)
        player.submit(event, moves_scoring(first))
    ann.submit(event, moves_scoring(20), round=2)
    told(ann)
    assert not Notice.objects.filter(type=PASSED).exists(), "each came in behind those who were there"
    eva.submit(event, moves_scoring(18), round=2)
    assert names(told(ben, PASSED)) == ["Eva"]
    assert told(ann, PASSED) == [], "she is better in the second round alone"


@pytest.mark.extra
def test_never_in_a_daily_nor_in_a_duel_that_it_decides(owner, rival, told, clock):
    make_dailies(clock.now)
    daily = Competition.objects.get(daily__game_slug="wish", opens_at__lte=clock.now)
    duel = owner.post("/duels", {"game": "three-by-three"}).body
    for event in ({"id": daily.pk}, duel):
        for player in (owner, rival):
            seat = sit_down(player, event)
            seat.play(0, *seat.view["legal"][: 1 if player is rival else 0])
            seat.finish()
    told(owner)
    assert not Notice.objects.filter(type=PASSED).exists()


SETTINGS = [
    pytest.param(
        {"standings": standings, "play": play, "freezes": freezes},
        id=f"{standings}-{play}-{freezes}",
        marks=() if play == "sealed" else pytest.mark.extra,
    )
    for standings in ("live", "own", "final")
    for play in ("open", "sealed")
    for freezes in (False, True)
]


@pytest.mark.parametrize("settings", SETTINGS)
def test_nobody_learns_by_a_notice_what_the_standings_hide(owner, crowd, told, mailed, sent, clock, settings):
    """Two who have played the first of two rounds, of whom the other then plays the second one better."""
    freezes = {"freeze_at": clock.after(minutes=5), "closes_at": clock.after(hours=9)}
    rounds = [{"game": "wish"}] * 2 if settings["play"] == "sealed" else [golden_round(), golden_round()]
    event = owner.create(
        tie_break=["moves"],
        standings=settings["standings"],
        play=settings["play"],
        rounds=rounds,
        **(freezes if settings["freezes"] else {}),
    )
    ann, ben, eva = crowd(["Ann", "Ben", "Eva"])
    clock.forward(minutes=1)
    mailed(ann)
    for player in (ann, ben):
        play(player, event, 1)
    told(ann)
    clock.forward(minutes=9)
    play(ben, event, 2)
    play(eva, event, 1)
    play(eva, event, 2)
    passed = bool(told(ann, PASSED))
    # Round 2 Ann has not finished; by round 1 nobody has passed her.
    may_know = settings["standings"] == "live" and not settings["freezes"]
    assert passed is may_know
    assert [mail.subject for mail in sent(9)] == ["Ben has passed you in Friday evening."] * may_know
    sees = {row["player"]["name"]: row["rounds"][1] for row in ann.standings(event)["results"]}
    assert (sees["Ben"] is not None and sees["Ben"]["score"] is not None) is may_know


def play(player, event, round):
    """A game that is given up: only who has played more rounds stands before another."""
    player.join(event)
    if event["play"] == "open":
        assert player.submit(event, [], round=round).status == 201
    else:
        sit_down(player, event, round).finish()
