"""Starting a contest by one press on a preset."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from competitions.models import Competition, Player
from competitions.organising.presets import PRESETS

from .test_creating import filled, number_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("preset", PRESETS)
def test_a_name_and_one_press_start_a_preset(stranger, preset):
    answer = stranger.post("/new", filled(preset=preset))
    made = Competition.objects.get()
    assert answer.headers["Location"] == f"/c/{made.pk}"
    assert (made.name, made.organiser.name) == ("Spring cup", "Nell New")
    assert made.state(timezone.now()) == "running"
    assert made.rounds.count() == PRESETS[preset].rounds
    assert stranger.get(answer.headers["Location"]).status_code == 200
    joined = Client().post(f"/c/{made.pk}/join", {"name": "Joe Joiner", "then": "play"})
    assert joined.headers["Location"] == f"/c/{made.pk}/rounds/1"
    assert made.entries.get().player.name == "Joe Joiner"


def test_every_preset_is_a_button_with_a_sentence_also_for_another_game(stranger):
    page = stranger.get("/new").content.decode().replace("&#x27;", "'")
    for name, preset in PRESETS.items():
        button = re.search(rf'<button name="preset" value="{name}".*?</li>', page).group(0)
        assert f">{preset.title}</button>" in button
        assert f">{preset.described()}</p>" in button
    page = stranger.get("/new?game=well").content.decode()
    assert "Six deals of Well in one evening" in page
    stranger.post("/new", filled(preset="club well"))
    assert {round.deal.game_slug for round in Competition.objects.get().rounds.all()} == {"well"}


def test_a_preset_without_a_name_asks_for_nothing_but_names_and_is_not_forgotten(stranger):
    form = filled(
        preset="club well", name="", player_name="", closes_at="2001-01-01T00:00", round__0__seed="no seed"
    )
    page = stranger.post("/new", form).content.decode()
    assert page.count("Please give a name.") == 2
    assert page.count('class="errorlist"') == 2
    assert 'value="2001-01-01T00:00"' in page
    assert 'value="no seed"' in page
    assert re.search(r'type="hidden" name="preset" value="club well"', page)
    assert "Six deals of Well in one evening" in page
    assert Competition.objects.count() == 0


def test_who_goes_on_with_the_form_starts_no_preset(stranger):
    page = stranger.post("/new", filled(preset="club", name="", add="1")).content.decode()
    assert not re.search(r'type="hidden" name="preset" value="club"', page)
    stranger.post("/new", filled(preset=["club", ""]))  # the hidden field, and the button at the end
    assert Competition.objects.get().ranking == "total"


def test_a_preset_pressed_twice_starts_one_contest(browser_of, owner):
    browser = browser_of(owner)
    number = number_of(browser.get("/new"))
    sent = [browser.post("/new", filled(number=number, preset="week")).headers["Location"] for _ in range(2)]
    assert sent == [f"/c/{Competition.objects.get().pk}"] * 2


def test_a_free_name_goes_on_with_the_preset(stranger, rival):
    page = stranger.post("/new", filled(preset="club", player_name=rival.name)).content.decode()
    assert re.search(r'type="hidden" name="preset" value="club"', page)
    assert 'aria-label="Free names"' in page
    assert Player.objects.get() == rival
