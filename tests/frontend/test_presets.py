"""Starting a contest by one press on a preset."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from competitions.contests.presets import PRESETS
from competitions.models import Competition
from frontend.new_contest.preset_words import TITLES, preset_sentence
from games import GAMES

from .reading import press, read, refused, says
from .test_creating import filled

pytestmark = pytest.mark.django_db


@pytest.mark.extra
@pytest.mark.parametrize("preset", PRESETS)
def test_a_name_and_one_press_start_a_preset(stranger, preset):
    led = press(stranger, "/new", filled(preset=preset))
    made = Competition.objects.get()
    assert led == f"/c/{made.pk}"
    assert (made.name, made.organiser.name) == ("Spring cup", "Nell New")
    assert made.state(timezone.now()) == "running"
    assert made.rounds.count() == PRESETS[preset].rounds
    read(stranger, led)
    assert press(Client(), f"{led}/join", name="Joe Joiner", then="play") == f"{led}/rounds/1"
    assert made.entries.get().player.name == "Joe Joiner"


def shown(page):
    """The sentence that each preset shows, by its name."""
    buttons = re.findall(r'<button name="preset" value="(\w+)".*?</button>(.*?)</li>', page, re.S)
    return {name: re.findall(r'<span data-game="[\w-]*">(.*?)</span>', said) for name, said in buttons}


def test_every_preset_is_a_button_and_says_what_comes_out_of_it_for_the_game_that_is_chosen(stranger):
    for slug in ("", *GAMES):
        page = stranger.get(f"/new?game={slug}").content.decode().replace("&#x27;", "'")
        game = GAMES.get(slug)
        said = {name: [preset_sentence(preset, game)] for name, preset in PRESETS.items()}
        assert shown(page) == said
        assert all(f">{TITLES[preset]}</button>" in page for preset in PRESETS)
        assert game is None or all(game.title.words() in sentence for [sentence] in said.values())
    assert "the highest total wins" in preset_sentence(PRESETS["three"], GAMES["winabit"])
    assert "all games in turn" in preset_sentence(PRESETS["season"])


@pytest.mark.parametrize("preset", PRESETS)
def test_each_takes_any_game(stranger, preset):
    stranger.post("/new", filled(preset=preset, preset_game="well"))
    assert {round.deal.game_slug for round in Competition.objects.get().rounds.all()} == {"well"}


def test_one_press_of_a_player_starts_one_that_is_called_after_them(mine, stranger):
    assert re.search(r'name="name" value="Ray Rival&#x27;s deal"', mine.get("/new").content.decode())
    mine.post("/new", filled(preset="friends", name=""))
    assert Competition.objects.get().name == "Ray Rival's deal"
    stranger.post("/new", filled(preset="friends", name=" "))
    assert Competition.objects.latest("created_at").name == "Nell New's deal"


def test_a_preset_without_a_name_asks_for_nothing_but_names_and_is_not_forgotten(stranger):
    kept = {"closes_at": "2001-01-01T00:00", "round__0__seed": "no seed"}
    form = filled(preset="club", preset_game="well", name="", player_name="", **kept)
    page = refused(stranger, "/new", form)
    assert page.count("Please give a name.") == page.count('class="errorlist"') == 2
    says(page, 'value="2001-01-01T00:00"', 'value="no seed"')
    assert re.search(r'type="hidden" name="preset" value="club"', page)
    assert shown(page)["club"][0].startswith("Six deals of Well in one evening")
    assert Competition.objects.count() == 0


def test_who_goes_on_with_the_form_starts_no_preset(stranger):
    page = stranger.post("/new", filled(preset="club", name="", player_name="", add="1")).content.decode()
    assert not re.search(r'type="hidden" name="preset" value="club"', page)
    stranger.post("/new", filled(preset=["club", ""]))  # the hidden field, and the button at the end
    assert Competition.objects.get().ranking == "total"


@pytest.mark.parametrize(
    ("sent", "unfolded"), [(None, False), ({"preset": "club"}, False), ({"add": "1"}, True), ({}, True)]
)
def test_what_one_chooses_oneself_is_folded_until_one_does(stranger, sent, unfolded):
    answer = stranger.get("/new") if sent is None else stranger.post("/new", filled(name="", **sent))
    assert ('<details class="panel" open' in answer.content.decode()) == unfolded
