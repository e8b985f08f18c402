"""The rule of what is told of a player's results, written for querysets, beside that of a viewpoint."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from itertools import product
from typing import Any

import pytest

from competitions.embargo.player_results import results_shown_to
from competitions.embargo.visibility import Viewpoint, viewpoint
from competitions.models import Access, Attempt, Competition, CoOrganiser, Entry, Player, Round, Scores
from tests.clients.contests import golden_round, moves_scoring

HOUR = timedelta(hours=1)


def begin(entry: Entry, round: Round, at: datetime, **end: Any) -> None:
    Attempt.objects.create(entry=entry, player=entry.player, round=round, number=1, started_at=at, **end)


@pytest.fixture
def contest(owner, stranger, crowd, clock) -> Competition:
    """Three rounds, made at noon. Ann plays all of them after two hours, Bob the last two before that, and
    Cid has joined. Sam helps to organise."""
    event = owner.create_for(*crowd(["Ann", "Bob", "Cid"]), rounds=[golden_round(n=n) for n in range(3)])
    contest = Competition.objects.get(pk=event["id"])
    CoOrganiser.objects.create(
        competition=contest, player=Player.objects.get(name="Sam Stranger"), since=clock.now
    )
    for name, rounds, at in (("Ann", (1, 2, 3), 2.5 * HOUR), ("Bob", (2, 3), 1 * HOUR)):
        entry = contest.entries.get(player__name=name)
        for round in contest.rounds.filter(number__in=rounds):
            begin(entry, round, clock.now, ended_at=clock.now + at, score=7, counts=True)
    return contest


def times(noon) -> Iterator[Mapping[str, Any]]:
    """What may have become of it by four o'clock."""
    ends, over = {"closes_at": noon + 9 * HOUR}, {"closes_at": noon + 3.5 * HOUR}
    frozen = {"freeze_at": noon + 2 * HOUR}
    yield {}
    yield ends | {"freeze_at": noon + 8 * HOUR}
    yield ends | frozen
    yield over
    yield over | frozen
    yield over | frozen | {"certified_at": noon + 3.6 * HOUR}
    yield {"cancelled_at": noon + 3 * HOUR}


@pytest.mark.extra
def test_it_agrees_with_the_viewpoint(contest, clock):
    noon = clock.now
    now = clock.now = noon + 4 * HOUR
    ends = {1: noon + 1.5 * HOUR, 2: noon + 3 * HOUR, 3: None}
    for number, closes_at in ends.items():
        Round.objects.filter(competition=contest, number=number).update(closes_at=closes_at)
    looking, told = viewers(), 0
    for access, standings, became in product(Access.values, Scores.values, times(noon)):
        if access != Access.PUBLIC and "freeze_at" in became:
            continue  # who is in reach is one question, and when scores are known is another
        for runs in (False, True):
            become(contest, access, standings, became, runs=runs)
            there = Competition.objects.get(pk=contest.pk)
            ended = list(
                Attempt.objects.filter(ended_at__isnull=False).select_related("entry__player", "round__deal")
            )
            for each in ended:
                each.round.competition = there
            for viewer in looking:
                seen = viewpoint(there, viewer if viewer and "read" in viewer.scopes else None, now)
                for player in {each.player_id: each.entry.player for each in ended}.values():
                    expected = {
                        each.pk for each in ended if each.player_id == player.pk and is_told(seen, each)
                    }
                    found = {each.pk for each in results_shown_to(player.attempts.all(), player, viewer, now)}
                    assert found == expected, (access, standings, became, runs, viewer, player)
                    told += len(found)
    assert told


def become(
    contest: Competition, access: str, standings: str, became: Mapping[str, Any], *, runs: bool
) -> None:
    """Let the contest have become so, with a game in its second round that still runs, or without."""
    cid = contest.entries.get(player__name="Cid")
    Attempt.objects.filter(ended_at=None).delete()
    if runs:
        begin(cid, contest.rounds.get(number=2), contest.created_at)
    never = dict.fromkeys(("closes_at", "freeze_at", "certified_at", "cancelled_at"))
    invite = "code" if access == Access.INVITE else ""
    Competition.objects.filter(pk=contest.pk).update(
        access=access, standings=standings, invite=invite, shared=True, **never | became
    )


def viewers() -> list[Player | None]:
    """A stranger, everybody, and two whose tokens allow less."""
    limited = [
        Player.objects.get(name=name).allowed([scope])
        for name in ("Bob", "Olga Owner")
        for scope in ("play", "organise")
    ]
    return [None, *Player.objects.all(), *limited]


def is_told(seen: Viewpoint, attempt: Attempt) -> bool:
    if seen.competition.cancelled_at is not None:
        return False
    own = seen.plays_as == attempt.entry
    return own or (seen.is_led_to_it and seen.sees_attempt(attempt))


def test_a_freeze_does_not_tell_who_has_improved(owner, crowd, clock):
    freezes = {"freeze_at": clock.after(hours=1), "closes_at": clock.after(hours=9)}
    best, first, once = (
        owner.create(**freezes, **settings)
        for settings in ({"attempts": None}, {"attempts": None, "counts": "first"}, {"attempts": 1})
    )
    ann, bob = crowd(["Ann", "Bob"])
    for event, player in product((best, first, once), (ann, bob)):
        player.join(event)
        player.submit(event, moves_scoring(26))
    clock.forward(hours=2)
    for event in (best, first):
        assert ann.submit(event, moves_scoring(20)).status == 201
    for player in Player.objects.filter(name__in=("Ann", "Bob")):
        told = results_shown_to(player.attempts.all(), player, None, clock.now)
        assert {each.round.competition_id for each in told} == {first["id"], once["id"]}
    clock.forward(hours=8)
    for player in Player.objects.filter(name__in=("Ann", "Bob")):
        assert results_shown_to(player.attempts.all(), player, None, clock.now).count() == 3


def test_who_is_disqualified_counts_for_nothing(contest, clock):
    ann = Player.objects.get(name="Ann")
    assert results_shown_to(ann.attempts.all(), ann, None, clock.now + 4 * HOUR).count() == 3
    contest.entries.filter(player=ann).update(disqualified_at=clock.now)
    assert not results_shown_to(ann.attempts.all(), ann, ann, clock.now + 4 * HOUR).exists()
