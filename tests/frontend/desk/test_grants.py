"""What organisers grant players at their desk, and where that is seen."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competitions.models import Act, Attempt, Entry

from ..playing import play_sealed, start
from ..reading import says
from .visiting import REASON, acts_on, asked, did, page_of, path_of, words_of

pytestmark = pytest.mark.django_db

GRANTS = {"new-attempt", "more-time", "set-aside", "count-again"}


@pytest.fixture
def competition(contest):
    return contest("wish", play="sealed", time_limit_s=600)


def entry_of(competition, player):
    return Entry.objects.get(competition=competition, player=player)


def test_each_grant_is_offered_where_it_helps(desk, competition, rival):
    assert not acts_on(desk, competition) & GRANTS
    start(competition, rival)
    assert acts_on(desk, competition) & GRANTS == {"new-attempt", "more-time"}
    assert "playing 10 min left" in page_of(desk, competition)
    Attempt.objects.update(times_out_at=timezone.now() + timedelta(seconds=61))
    assert "playing 2 min left" in page_of(desk, competition)


def test_a_player_whose_phone_died_plays_again(mine, desk, competition, rival, stranger):
    play_sealed(competition, rival, [])
    assert acts_on(desk, competition) & GRANTS == {"new-attempt", "set-aside"}
    entry = entry_of(competition, rival)
    act = ("players", entry.pk, "new-attempt")
    assert "They have seen these cards" in asked(desk, competition, *act)
    form = {"round": "1", "number": "0" * 32, **REASON}
    for _ in range(2):  # the button is pressed twice
        assert "The player has a fresh attempt." in did(desk, competition, *act, **form)
    assert Act.objects.filter(act="grant_attempt").count() == 1
    assert "may play again" in page_of(desk, competition)
    assert acts_on(desk, competition) & GRANTS == set()
    says(words_of(mine.get(f"/c/{competition.pk}/rounds/1")), "The organiser has granted you a fresh attempt")
    assert "set aside" in words_of(stranger.get(f"/c/{competition.pk}"))
    assert "Olga Owner let Ray Rival play round 1 once more, having seen its cards. A reason." in page_of(
        desk, competition
    )
    play_sealed(competition, rival, [])
    page = words_of(stranger.get(f"/c/{competition.pk}/players/{entry.pk}"))
    assert "The organiser granted a fresh attempt: the player had already seen these cards." in page
    assert "(the organiser made an exception here)" in words_of(stranger.get(f"/c/{competition.pk}"))


def test_what_was_set_aside_may_be_counted_again(desk, competition, rival, stranger):
    play_sealed(competition, rival, [])
    act = ("players", entry_of(competition, rival).pk)
    assert "you can let it count again" in asked(desk, competition, *act, "set-aside")
    assert "The result no longer counts." in did(desk, competition, *act, "set-aside", round="1", **REASON)
    assert acts_on(desk, competition) & GRANTS == {"new-attempt", "count-again"}
    assert not Attempt.objects.get().counts
    assert "as if it had never been set aside" in asked(desk, competition, *act, "count-again")
    page = did(desk, competition, *act, "count-again", round="1", **REASON)
    assert "Olga Owner let the result of Ray Rival in round 1 count again. A reason." in page
    assert acts_on(desk, competition) & GRANTS == {"new-attempt", "set-aside"}
    assert Attempt.objects.get().counts
    assert "(the organiser made an exception here)" in words_of(stranger.get(f"/c/{competition.pk}"))


def test_minutes_are_added_and_a_result_is_set_aside(desk, competition, rival):
    start(competition, rival)
    act = ("players", entry_of(competition, rival).pk)
    assert "Extra minutes" in asked(desk, competition, *act, "more-time")
    more = did(desk, competition, *act, "more-time", round="1", extra_s="5", **REASON)
    says(more, "15 min left", "Olga Owner gave Ray Rival 5 minutes more in round 1. A reason.")
    for wrong in ("", "0", "1441", "x"):
        form = {"round": "1", "extra_s": wrong, **REASON}
        assert desk.post(path_of(competition, *act, "more-time"), form).status_code == 422
    late = {"round": "1", **REASON}
    assert desk.post(path_of(competition, *act, "set-aside"), late).status_code == 409
    assert desk.post(path_of(competition, *act, "set-aside"), late | {"round": "2"}).status_code == 422
