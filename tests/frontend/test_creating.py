"""Starting a contest from a page."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from competitions.models import Competition, Player
from competitions.standings.tie_breaks import TIE_BREAKS
from frontend.new_contest.forms import BROKEN

from .reading import press, read, refused, says

pytestmark = pytest.mark.django_db


def filled(**fields):
    """What a browser sends for the form as it was shown, with `fields` changed."""
    usual = {"access": "public", "play": "open", "others": "closed", "ranking": "total", "standings": "live"}
    usual |= {"names": "own", "attempts": "1", "counts": "best", "round-0-game": "three-by-three"}
    usual |= {"bots": "on"}  # and no draft: what is not ticked is not sent
    empty = (
        "time_limit_s preset about tie_break tie_break_2 tie_break_3 freeze_at max_entries opens_at closes_at"
    )
    empty += " round-0-seed round-0-opens_at round-0-closes_at"
    rounds = {"round-TOTAL_FORMS": "1", "round-INITIAL_FORMS": "0"}
    form = (
        {"player_name": "Nell New", "name": "Spring cup"} | usual | dict.fromkeys(empty.split(), "") | rounds
    )
    return form | {name.replace("__", "-"): value for name, value in fields.items()}


LATE = {"opens_at": "2099-02-01T00:00"}


def local(moment):
    return f"{moment:%Y-%m-%dT%H:%M}"


def test_a_stranger_starts_a_contest_with_a_name(stranger):
    led = press(stranger, "/new", filled())
    competition = Competition.objects.get()
    assert led == f"/c/{competition.pk}"
    made = (competition.organiser.name, competition.name, competition.play)
    assert made == ("Nell New", "Spring cup", "open")
    deal = competition.rounds.get().deal
    assert (deal.game_slug, len(deal.seed) >= 22) == ("three-by-three", True)
    assert "Spring cup" in read(stranger, "/")


def test_the_form_as_it_comes_starts_a_sealed_contest(stranger):
    page = read(stranger, "/new")
    for usual in ('name="play" value="sealed"', 'name="others" value="closed"'):
        assert re.search(rf"{usual}[^>]* checked", page)
    stranger.post("/new", filled(play="sealed"))
    competition = Competition.objects.get()
    assert (competition.play, competition.attempts, competition.time_limit_s) == ("sealed", 1, None)
    assert len(competition.rounds.get().deal.seed) >= 22


def test_a_known_player_is_not_asked_for_a_name(mine, rival):
    assert "player_name" not in read(mine, "/new")
    form = filled()
    del form["player_name"]
    mine.post("/new", form)
    assert Competition.objects.get().organiser == rival


def test_the_form_offers_every_tie_break():
    assert [name for name, _ in BROKEN] == ["", *TIE_BREAKS]


def test_every_setting_arrives(mine):
    opens = timezone.now().astimezone(UTC).replace(second=0, microsecond=0) + timedelta(days=1)
    closes = opens + timedelta(days=7)
    mine.post(
        "/new",
        filled(
            access="invite",
            attempts="",
            counts="first",
            opens_at=local(opens),
            closes_at=local(closes),
            round__TOTAL_FORMS="2",
            round__0__game="winabit scoring=5b",
            round__0__seed="autumn-2026",
            round__1__game="winabit scoring=5a",
            round__1__opens_at=local(opens + timedelta(days=2)),
        ),
    )
    competition = Competition.objects.get()
    assert (competition.access, competition.attempts, competition.counts) == ("invite", None, "first")
    assert (competition.opens_at, competition.closes_at) == (opens, closes)
    assert competition.invite
    first, second = competition.rounds.all()
    assert (first.deal.seed, first.deal.rules) == ("autumn-2026", {"scoring": "5b"})
    assert (second.deal.rules, second.opens_at) == ({"scoring": "5a"}, opens + timedelta(days=2))


def test_what_is_folded_away_arrives(mine):
    closes = timezone.now().astimezone(UTC).replace(second=0, microsecond=0) + timedelta(days=7)
    freeze = closes - timedelta(hours=1)
    form = filled(
        play="sealed",
        others="finished",
        time_limit_s="15",
        about="Bring tea.\r\n\r\nhttps://club.example",
        ranking="points",
        tie_break="wins",
        tie_break_3="time",
        standings="own",
        freeze_at=local(freeze),
        closes_at=local(closes),
        max_entries="12",
    )
    del form["bots"]
    mine.post("/new", form)
    made = Competition.objects.get()
    assert (made.others, made.time_limit_s) == ("finished", 900)
    assert made.about == "Bring tea.\n\nhttps://club.example"
    assert (made.ranking, made.tie_breaks, made.standings) == ("points", ("wins", "time"), "own")
    assert (made.freeze_at, made.max_entries, made.bots) == (freeze, 12, False)


def test_the_usual_settings_are_in_sight_and_the_others_folded_with_a_sentence_each(stranger):
    page = read(stranger, "/new")
    folds = re.findall(r'<details class="fold"[^>]*>\s*<summary><strong>(.*?)</strong> <span.*?>', page)
    assert folds == ["About", "Ranking and ties", "Scores and suspense", "Attempts", "Joining"]
    assert not re.search(r'<details class="fold"[^>]* open', page)
    for name in ("name", "access", "play", "round-0-game", "opens_at", "closes_at"):
        assert f'name="{name}"' in re.sub(r'<details class="fold".*?</details>', "", page, flags=re.S)


@pytest.mark.extra
@pytest.mark.parametrize(
    ("fields", "fold"),
    [
        ({"about": "Bring tea."}, "about"),
        ({"ranking": "points"}, "scoring"),
        ({"tie_break_2": "wins"}, "scoring"),
        ({"standings": "own"}, "showing"),
        ({"freeze_at": "2099-01-01T00:00"}, "showing"),
        ({"attempts": ""}, "playing"),
        ({"max_entries": "8"}, "joining"),
        ({"bots": ""}, "joining"),
        ({"names": "kept"}, "joining"),
    ],
)
def test_what_is_filled_in_is_never_folded_away_nor_lost(stranger, fields, fold):
    for then in ({"add": "1"}, {"name": ""}, {"player_name": "", "preset": "club"}):
        form = {
            name: value for name, value in (filled() | fields | then).items() if (name, value) != ("bots", "")
        }
        page = stranger.post("/new", form).content.decode()
        assert re.findall(r'<details class="fold" id="(\w+)" open', page) == [fold]
        for name, value in fields.items():
            if value and name not in ("about", "names", "ranking", "standings", "tie_break_2"):
                assert re.search(rf'name="{name}" value="{value}"', page)
    if "about" in fields:
        assert "Bring tea.</textarea>" in page
    if "bots" in fields:
        assert not re.search(r'name="bots"[^>]* checked', page)
    for choice in ("names", "ranking", "standings"):
        if choice in fields:
            assert re.search(rf'name="{choice}" value="{fields[choice]}"[^>]* checked', page)


def test_rounds_are_added_and_removed_by_buttons_that_keep_what_was_typed(stranger):
    page = stranger.post("/new", filled(add="1", name="", round__0__seed="one")).content.decode()
    assert page.count("<legend>Round ") == 2
    says(page, 'value="one"', lacks=["This field is required"])
    two = {"round__0__seed": "one", "round__1__seed": "two", "round__1__game": "wish"}
    page = stranger.post("/new", filled(round__TOTAL_FORMS="2", remove="0", **two)).content.decode()
    assert page.count("<legend>Round ") == 1
    says(page, 'value="two"', lacks=['value="one"'])
    assert re.search(r'value="wish"\s+selected', page)
    assert Competition.objects.count() == 0
    assert Player.objects.count() == 0


@pytest.mark.parametrize(
    "fields",
    [
        {"round-TOTAL_FORMS": "30", "add": "1"},
        {"round-TOTAL_FORMS": "99999999999", "add": "1"},
        {"round-TOTAL_FORMS": "-3", "add": "1"},
        {"round-TOTAL_FORMS": "x", "remove": "x"},
        {"round-TOTAL_FORMS": "1", "remove": "0"},
        {"round-TOTAL_FORMS": "2", "remove": "7"},
        {"round-TOTAL_FORMS": "2", "remove": "-1"},
        {"round-0-game": "poker", "add": "1"},
    ],
)
def test_odd_numbers_of_rounds_still_give_a_form(stranger, fields):
    page = stranger.post("/new", filled() | fields)
    assert page.status_code == 200
    assert 1 <= page.content.decode().count("<legend>Round ") <= 30


@pytest.mark.extra
@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"name": ""}, "name", "Please give a name"),
        ({"name": "x" * 81}, "name", "2 to 80 characters"),
        ({"name": "\u200b\u200b"}, "name", "2 to 80 characters"),
        ({"player_name": ""}, "player_name", "Please give a name"),
        ({"player_name": "y"}, "player_name", "2 to 24 characters"),
        ({"access": "secret"}, "access", "Select a valid choice"),
        ({"attempts": "0"}, "attempts", "greater than or equal to 1"),
        ({"attempts": "101"}, "attempts", "less than or equal to 100"),
        ({"attempts": "1e99"}, "attempts", "whole number"),
        ({"counts": "worst"}, "counts", "Select a valid choice"),
        ({"play": "blind"}, "play", "Select a valid choice"),
        ({"play": "sealed", "attempts": "3"}, "attempts", "one attempt at each round"),
        ({"play": "sealed", "attempts": ""}, "attempts", "one attempt at each round"),
        ({"play": "sealed", "round-0-seed": "summer"}, "round-0-seed", "the server alone makes the seed"),
        ({"play": "open", "time_limit_s": "15"}, "time_limit_s", "Only sealed play has a time limit"),
        ({"play": "open", "others": "finished"}, "others", "Only sealed play has this choice"),
        ({"play": "sealed", "time_limit_s": "0"}, "time_limit_s", "greater than or equal to 1"),
        ({"play": "sealed", "time_limit_s": "1441"}, "time_limit_s", "less than or equal to 1440"),
        ({"play": "sealed", "time_limit_s": "soon"}, "time_limit_s", "whole number"),
        ({"closes_at": "2001-01-01T00:00"}, "closes_at", "in the past"),
        ({"opens_at": "0206-11-21T20:00"}, "opens_at", "more than a day in the past"),
        ({"round-0-opens_at": "0026-11-21T20:00"}, "round-0-opens_at", "more than a day in the past"),
        ({"closes_at": "soon"}, "closes_at", "Enter a valid date"),
        ({"closes_at": "9999-12-31T23:59-23:00"}, "closes_at", "Enter a valid date"),
        (LATE | {"closes_at": "2099-01-01T00:00"}, "closes_at", "closes before it opens"),
        ({"about": "x" * 2001}, "about", "at most 2000 characters"),
        ({"ranking": "elo"}, "ranking", "Select a valid choice"),
        ({"tie_break": "beauty"}, "tie_break", "Select a valid choice"),
        ({"tie_break_2": "wins", "tie_break_3": "wins"}, "tie_break", "each of them only once"),
        ({"tie_break_2": "time"}, "tie_break", "Only sealed play has a clock"),
        ({"standings": "never"}, "standings", "Select a valid choice"),
        ({"freeze_at": "2099-01-01T00:00"}, "freeze_at", "Say when it closes too"),
        (
            {"freeze_at": "2099-01-01T00:00", "closes_at": "2098-01-01T00:00"},
            "freeze_at",
            "must lie before the close",
        ),
        ({"max_entries": "1"}, "max_entries", "greater than or equal to 2"),
        ({"max_entries": "100001"}, "max_entries", "less than or equal to 100000"),
        ({"preset": "bingo"}, "preset", "There is no such contest"),
        ({"preset": "club poker"}, "preset", "There is no such contest"),
        ({"round-0-game": "poker"}, "round-0-game", "Select a valid choice"),
        ({"round-0-seed": "no spaces"}, "round-0-seed", "hyphens and underscores only"),
        ({"round-0-seed": "x" * 65}, "round-0-seed", "at most 64 characters"),
        ({"round-0-closes_at": "2001-01-01T00:00"}, "round-0-closes_at", "in the past"),
        (LATE | {"round-0-opens_at": "2099-01-01T00:00"}, "round-0-opens_at", "before the contest"),
    ],
)
def test_what_is_wrong_is_told_beside_its_field_and_nothing_is_made(stranger, rival, fields, field, sentence):
    page = refused(stranger, "/new", filled() | fields)
    error = re.search(r'<ul class="errorlist"[^>]*>.*?</ul>', page, re.S)
    assert sentence in error.group(0)
    if field not in ("access", "play", "ranking", "standings"):
        assert f'id="id_{field}_error"' in error.group(0)
    assert 'aria-invalid="true"' in page or field == "preset"
    assert 'role="alert"' in page
    assert Competition.objects.count() == 0
    assert list(Player.objects.all()) == [rival]


def test_a_round_that_is_sent_unchanged_counts(stranger):
    stranger.post("/new", filled(round__TOTAL_FORMS="2", round__1__game="three-by-three"))
    games = [round.deal.game_slug for round in Competition.objects.get().rounds.all()]
    assert games == ["three-by-three"] * 2


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"round-TOTAL_FORMS": "31"}, "at most 30 rounds"),
        ({"round-TOTAL_FORMS": ""}, "We cannot read the rounds"),
        ({"round-TOTAL_FORMS": "x"}, "We cannot read the rounds"),
        (
            {"round-TOTAL_FORMS": "2", "round-1-game": "winabit scoring=5a"},
            "These scores cannot be added up",
        ),
    ],
)
def test_rounds_that_make_no_contest_are_told_and_nothing_is_made(stranger, fields, sentence):
    says(refused(stranger, "/new", filled() | fields), sentence)
    assert (Competition.objects.count(), Player.objects.count()) == (0, 0)


def test_the_form_is_safe_from_what_it_is_filled_with(stranger):
    answer = stranger.post("/new", filled(name='"><script>alert(1)</script>' * 9, add="1"))
    assert "<script>alert" not in answer.content.decode()


@pytest.mark.parametrize(
    ("slug", "chosen"), [("winabit", "winabit scoring=5a"), ("wish", "wish"), ("no", "three-by-three")]
)
def test_a_game_may_be_chosen_by_a_link(stranger, slug, chosen):
    assert re.search(rf'value="{chosen}"\s+selected', read(stranger, f"/new?game={slug}"))


def test_times_are_utc_and_say_so(stranger):
    assert "(UTC)" in read(stranger, "/new")
    stranger.post("/new", filled(closes_at="2099-01-01T12:00"))
    assert Competition.objects.get().closes_at == datetime(2099, 1, 1, 12, tzinfo=UTC)


def number_of(page):
    """The number that tells a shown form from all others."""
    return re.search(r'name="number" value="(\w+)"', page.content.decode()).group(1)


@pytest.mark.parametrize("fields", [{}, {"preset": "week"}])
def test_a_form_that_is_sent_twice_starts_one_contest(stranger, desk, fields):
    number = number_of(stranger.get("/new"))
    for browser in (stranger, desk):
        sent = [press(browser, "/new", filled(number=number, **fields)) for _ in range(2)]
        assert sent[0] == sent[1]
    assert Competition.objects.count() == 2


def test_a_stranger_whose_first_answer_was_lost_is_the_same_player_with_one_contest(stranger):
    number = number_of(stranger.get("/new"))
    for _ in range(2):
        answer = Client().post("/new", filled(number=number))
    assert answer.headers["Location"] == f"/c/{Competition.objects.get().pk}"
    assert Player.objects.get().name == "Nell New"


def test_other_words_in_the_same_form_and_the_same_words_in_another_start_another(desk):
    numbers = [number_of(desk.get("/new")) for _ in range(2)]
    first = {"number": numbers[0]}
    for form in (first, first | {"name": "Summer cup"}, {"number": numbers[1]}, {}, {}):
        assert desk.post("/new", filled(**form)).status_code == 302
    assert Competition.objects.count() == 5


def test_the_form_keeps_its_number_when_it_is_shown_again(desk):
    number = number_of(desk.get("/new"))
    for change in ({"name": "x"}, {"add": "1"}):
        assert number_of(desk.post("/new", filled(number=number, **change))) == number


def test_a_draft_is_seen_by_its_organiser_alone(desk, stranger):
    address = press(desk, "/new", filled(draft="on"))
    assert Competition.objects.get().published_at is None
    read(desk, address)
    read(stranger, address, 404)
    page = desk.post("/new", filled(draft="on", add="1")).content.decode()
    assert re.search(r'name="draft"[^>]* checked', page)
