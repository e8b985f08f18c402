"""What the desk shows of players, and what organisers do to them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competitions.models import Entry

from ..playing import enter, first_move, play, play_sealed, start
from ..reading import says
from .visiting import REASON, asked, did, page_of, path_of, refused

pytestmark = pytest.mark.django_db


def test_it_says_who_plays_who_has_not_started_and_who_is_done(desk, contest, player, rival):
    competition = contest("wish", "pyramid")
    for number in (1, 2):
        play(competition, rival, [], number=number)
    start(competition, player("Ada"))
    play(competition, player("Bo"), [])
    enter(competition, player("Cy"))
    page = page_of(desk, competition)
    assert "4 joined 1 playing now as of" in page
    again, aside = "New attempt", "Set aside"
    for before, name, acts, after in (
        ("", "Ada", [again], "\N{EN DASH} none playing ● playing \N{EN DASH} not started"),
        ("joint 1 = ", "Ray Rival", [again, aside], "60 done 32 28"),
        ("joint 1 = ", "Bo", [again, aside], "60 1 of 2 rounds done 32 \N{EN DASH} not started"),
        ("", "Cy", [], "\N{EN DASH} none not started \N{EN DASH} not started \N{EN DASH}"),
    ):
        offered = " ".join(f"{act} {name}" for act in (*acts, "Message", "Rename", "Disqualify"))
        assert f"{before}{name} Acts on {name} {offered} {after}" in page
    assert "1 = Ray Rival" in page_of(desk, competition, "?called=ray"), "who is looked for has a rank, too"


def test_it_says_of_results_what_its_organiser_may_know(desk, contest, rival):
    competition = contest("wish", standings="final", play="sealed")
    play_sealed(competition, rival, [])
    page = page_of(desk, competition)
    offered = ("New attempt", "Set aside", "Message", "Rename", "Disqualify")
    acts = " ".join(f"{act} Ray Rival" for act in offered)
    assert f"not ranked yet Ray Rival Acts on Ray Rival {acts} \N{EN DASH} none done" in page


def test_they_stand_in_the_order_of_the_standings(desk, contest, player):
    competition = contest("wish")
    enter(competition, player("Ann"))
    play(competition, player("Bo"), [])
    play(competition, player("Cy"), [first_move(competition)])
    page = page_of(desk, competition)
    assert page.index("Rename Cy") < page.index("Rename Bo") < page.index("Rename Ann")


@pytest.mark.extra
@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("?show=playing", {"Ada"}),
        ("?show=waiting", {"Cy"}),
        ("?show=done", {"Bo"}),
        ("?called=b", {"Bo"}),
        ("?called=unfit", {"Ada"}),
        ("?called=nobody", set()),
        ("?called=%00", {"Ada", "Bo", "Cy"}),
    ],
)
def test_players_are_found_by_what_they_do_and_by_name(desk, contest, player, query, names):
    competition = contest()
    start(competition, player("Ada"))
    Entry.objects.filter(player__name="Ada").update(called="Unfit")
    play(competition, player("Bo"), [])
    enter(competition, player("Cy"))
    page = page_of(desk, competition, query)
    called = {"Unfit" if name == "Ada" else name for name in names}
    assert {name for name in ("Unfit", "Bo", "Cy") if f"Rename {name} " in page} == called


@pytest.mark.extra
def test_a_hundred_players_are_on_a_page(desk, contest, player):
    competition = contest()
    now = timezone.now()
    everyone = [player(f"Number {number}.") for number in range(101)]
    Entry.objects.bulk_create(
        Entry(competition=competition, player=each, joined_at=now + timedelta(seconds=number))
        for number, each in enumerate(everyone)
    )
    first, second = (page_of(desk, competition, f"?page={page}") for page in (1, 2))
    assert ("Number 99." in first, "Number 100." in first, "Later" in first) == (True, False, True)
    assert ("Number 99." in second, "Number 100." in second, "Later" in second) == (False, True, False)
    for query in ("?page=3", "?page=x", "?show=x"):
        assert desk.get(path_of(competition) + query).status_code == 404


@pytest.mark.extra
def test_disqualifying_and_reinstating(desk, stranger, contest, player, rival):
    competition = contest("wish", "pyramid")
    play(competition, rival, [])
    start(competition, rival, number=2)
    entry = competition.entries.get()
    act = ("players", entry.pk)
    page = asked(desk, competition, *act, "disqualify")
    assert "Ray Rival (1 result so far) moves to the end without a rank and no longer counts" in page
    assert "They are playing now: their game ends as given up." in page
    assert "Please say why." in refused(desk, competition, *act, "disqualify", status=422)
    page = did(desk, competition, *act, "disqualify", reason="Two phones")
    says(page, "Ray Rival disqualified", "Olga Owner disqualified Ray Rival. Two phones")
    assert Entry.objects.get().disqualified_at is not None
    assert "with 2 results" in asked(desk, competition, *act, "reinstate")
    page = did(desk, competition, *act, "reinstate", reason="It was another Ray")
    assert "Olga Owner reinstated Ray Rival. It was another Ray" in page
    assert Entry.objects.get().disqualified_at is None


@pytest.mark.extra
def test_renaming(desk, contest, player, rival):
    competition = contest()
    enter(competition, player("Ada"))
    entry = enter(competition, rival)
    act = ("players", entry.pk, "rename")
    assert "instead of Ray Rival, in this contest alone." in asked(desk, competition, *act)
    assert "That name is taken" in refused(desk, competition, *act, status=422, name="Ada", **REASON)
    assert "Please say why." in refused(desk, competition, *act, status=422, name="Guest 7")
    page = did(desk, competition, *act, name="Guest 7", reason="Not for children")
    says(page, "Olga Owner gave Guest 7 the name they have here. Not for children", "Rename Guest 7")
    did(desk, competition, *act, name="", **REASON)
    assert "Rename Ray Rival" in page_of(desk, competition)


def test_a_player_of_another_contest_is_not_found(desk, contest, rival):
    entry = enter(contest(), rival)
    for act in ("rename", "disqualify", "nothing"):
        assert desk.get(path_of(contest(), "players", entry.pk, act)).status_code == 404
    assert desk.get(path_of(contest(), "nothing")).status_code == 404
