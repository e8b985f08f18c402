"""The offer of an account: at an ending, once, to a guest who has played on three days in a row."""

import pytest
from django.core.cache import cache
from django.utils import timezone

from competitions.contests.dailies import streaks
from competitions.contests.dailies.streaks import days_in_a_row
from competitions.models import Player
from tests.competitions.conftest import clock

from .accounts import become_account
from .playing import daily_of, first_move, play_sealed
from .reading import read, says

__all__ = ["clock"]

pytestmark = pytest.mark.django_db

OFFER = "Don't lose your {} days in a row"


@pytest.fixture
def play_daily(rival, clock):
    """Play a game of today, as the rival; return the page of its round. `days` pass before."""

    def play_daily(slug="wish", days=0, player=rival):
        clock.forward(days=days)
        today = daily_of(slug)
        play_sealed(today, player, [first_move(today)])
        return f"/c/{today.pk}/rounds/1"

    return play_daily


@pytest.fixture
def third_day(play_daily):
    """The page of the round that was played on the third day in a row."""
    play_daily(), play_daily("well", days=1)
    return play_daily("pyramid", days=1)


def test_it_is_made_on_the_third_day_at_endings_alone_and_not_the_day_after(mine, play_daily):
    for days in (0, 1):
        says(read(mine, play_daily(days=days)), lacks=["in a row</h2>"])
    ended = play_daily(days=1)
    to_play = daily_of("well")
    elsewhere = ("/", f"/c/{to_play.pk}", f"/c/{to_play.pk}/rounds/1", "/me")
    for path in (*elsewhere, ended, ended, *elsewhere):
        says(
            read(mine, path),
            *([OFFER.format(3)] if path == ended else []),
            lacks=[] if path == ended else ["account-offer"],
        )
    log = Player.objects.get(name="Ray Rival").attempts.latest("started_at").log.pk
    says(read(mine, f"/results/{log}/ending"), OFFER.format(3))
    says(read(mine, play_daily(days=1)), lacks=["account-offer"])


@pytest.mark.parametrize("days", [0, 1, 40])
def test_who_dismisses_it_is_never_asked_again(mine, third_day, play_daily, days):
    assert mine.post("/me/offer", {"back": third_day}).headers["Location"] == third_day
    says(read(mine, third_day), lacks=["account-offer"])
    for _ in range(3):
        says(read(mine, play_daily("winabit", days=days or 1)), lacks=["account-offer"])
    assert mine.post("/me/offer", {"back": "https://other.example/"}).headers["Location"] == "/me"


def test_a_day_without_a_game_begins_anew(mine, play_daily, rival):
    for days in (0, 1, 2, 1):
        says(read(mine, play_daily(days=days)), lacks=["account-offer"])
    assert days_in_a_row(rival, timezone.now()) == 2
    says(read(mine, play_daily(days=1)), OFFER.format(3))


def test_no_run_of_days_is_longer_than_the_longest(play_daily, rival, clock, monkeypatch):
    monkeypatch.setattr(streaks, "LONGEST_RUN", 3)
    for run in (1, 2, 3, 3, 3):
        play_daily(days=1)
        assert days_in_a_row(rival, timezone.now()) == run
    clock.forward(days=1)
    assert days_in_a_row(rival, timezone.now()) == 3, "up to yesterday"
    clock.forward(days=1)
    assert days_in_a_row(rival, timezone.now()) == 0


def test_one_field_is_a_step_to_an_account_and_who_has_one_is_not_asked(mine, third_day):
    form = {"email": "ray@example.org", "action_add": "1"}
    assert mine.post("/me/address", form).headers["Location"] == "/me/address/code"
    cache.clear()  # a minute later
    become_account(mine)
    says(read(mine, third_day), lacks=["account-offer"])


def test_who_has_no_name_is_asked_for_that_first(mine, third_day, rival):
    Player.objects.filter(pk=rival.pk).update(unnamed=True)
    says(read(mine, third_day), "What shall we call you?", lacks=["account-offer"])


def test_where_an_account_has_the_name_another_is_chosen_first(
    mine, third_day, browser_of, player, hashed_in_no_time
):
    become_account(browser_of(player("Ray Rival")))
    says(read(mine, third_day), 'href="/me#name"', lacks=['data-passkey="create"'])


def test_a_script_asks_for_a_passkey_in_place_and_is_told_what_is_wrong(mine, third_day):
    page = {"Accept": "application/json"}
    asked = mine.get("/me/passkeys", headers=page).json()["creation_options"]["publicKey"]
    assert asked["user"]["name"] == "Ray Rival"
    answer = mine.post("/me/passkeys", {"credential": "{}"}, headers=page)
    assert (answer.status_code, "cannot read" in answer.json()["detail"]) == (422, True)
    assert mine.post("/me/passkeys", {"credential": "{}"}).status_code == 302
