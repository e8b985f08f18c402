"""The pages of circles: made in two presses, joined by a link with a name alone, and a week to look at."""

import re
from fractions import Fraction

import pytest
from icalendar import Calendar

from competitions.contests.circles.week_board import BoardRow
from competitions.contests.dailies.calendar import make_dailies
from competitions.models import Attempt, Circle, Competition, Member, Player
from frontend.circles.leading import leading_in_words
from frontend.circles.week_page import ShownRow
from games import GAMES
from tests.competitions.conftest import clock
from tests.languages import speak_german

from .playing import daily_of, first_move, play_sealed
from .reading import press, read, refused, said, says, words

__all__ = ["clock"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def circle(desk):
    """Olga's circle, made on the page."""
    press(desk, "/circles", circle="Sunday club", number="1")
    return Circle.objects.get()


def link(circle):
    return f"/circles/{circle.pk}?invite={circle.invite}"


def act(browser, circle, name, /, **given):
    return browser.post(f"/circles/{circle.pk}/{name}", given)


@pytest.mark.parametrize(
    ("names", "points", "sentence"),
    [
        (["Ann"], 1, "Ann won with 1 point."),
        (["Ann"], Fraction(3, 2), "Ann won with 1.5 points."),
        (["Ann", "Bo"], 1, "Ann and Bo won with 1 point."),
        (["Ann", "Bo"], 25, "Ann and Bo won with 25 points."),
        ([], 0, ""),
    ],
)
@pytest.mark.parametrize("now", [True, False])
@pytest.mark.parametrize("game", [None, GAMES["wish"]])
def test_who_leads_is_said_of_one_and_of_several_with_one_point_and_more(names, points, sentence, now, game):
    leaders = [
        ShownRow(Member(name=name), BoardRow(name, 1, len(names) > 1, Fraction(points), 1, []), [])
        for name in names
    ]
    if now:
        sentence = sentence.replace("won", "lead" if len(names) > 1 else "leads")
    if game:
        sentence = sentence.replace("point.", "point in Wish.").replace("points.", "points in Wish.")
    assert words(leading_in_words(leaders, now=now, game=game)) == sentence


def test_a_visitor_makes_one_with_a_name_for_it_and_one_of_their_own(stranger):
    form = {"circle": "Us", "name": "Nell", "number": "1"}
    made = [press(stranger, "/circles", form) for _ in range(2)]
    assert Circle.objects.get().name == "Us", "a button that is pressed twice makes one"
    assert "Nell" in said(stranger, made[0])
    assert "Us" in said(stranger, "/circles")


@pytest.mark.parametrize("given", [{"circle": "Us"}, {"circle": "x", "name": "Nell"}, {"name": "Nell"}])
def test_who_gives_no_name_is_asked_again_and_becomes_nobody(stranger, given):
    refused(stranger, "/circles", given)
    assert not Player.objects.exists()
    assert not Circle.objects.exists()


def test_whoever_opens_the_link_gives_a_name_and_is_in(stranger, circle):
    assert "Sunday club" in said(stranger, link(circle))
    page, given = f"/circles/{circle.pk}", {"invite": circle.invite}
    assert press(stranger, f"{page}/join", given, name="Nell") == page
    says(said(stranger, page), "2 members", "You are Nell here")
    read(stranger, link(circle))
    press(stranger, f"{page}/join", given)


def test_a_known_player_joins_by_a_press(mine, rival, circle):
    assert "Join as Ray Rival" in said(mine, link(circle))
    mine.post(f"/circles/{circle.pk}/join", {"invite": circle.invite})
    assert Member.objects.get(player=rival).name == "Ray Rival"


def test_one_press_makes_a_duel_with_another_member(desk, mine, rival, circle):
    assert "/duels" not in read(desk, f"/circles/{circle.pk}")
    mine.post(f"/circles/{circle.pk}/join", {"invite": circle.invite})
    assert re.findall(r'name="against" value="(\w+)"', read(desk, f"/circles/{circle.pk}")) == [rival.pk]
    form = {"game": "wish", "against": rival.pk}
    press(desk, "/duels", form)
    assert Competition.objects.get(kind="duel").against == rival
    for _ in range(2):
        press(desk, "/duels", form)
    says(refused(desk, "/duels", form, status=409), "3 duels of yours wait for this player already.")


def test_a_members_secret_address_is_a_calendar_of_the_days_until_they_leave(
    desk, browser_of, rival, stranger, circle, clock, settings, tmp_path
):
    ray, page = browser_of(rival), f"/circles/{circle.pk}"
    ray.post(f"{page}/join", {"invite": circle.invite})
    speak_german(settings, tmp_path, {"%(circle)s: deals of the day": "%(circle)s: Karten des Tages"})
    mine, hers = (
        re.search(rf"http://testserver({page}/calendar\.ics\?key=[\w-]+)", read(browser, page))[1]
        for browser in (ray, desk)
    )
    answer = stranger.get(mine)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    events = Calendar.from_ical(answer.content).events
    days = [(str(each["SUMMARY"]), f"{each.start:%m-%d %H:%M}", f"{each.end:%m-%d %H:%M}") for each in events]
    assert days[5:7] == [
        ("Sunday club: deals of the day", "11-21 00:00", "11-22 00:00"),
        ("Sunday club: last deals of the week", "11-22 00:00", "11-23 00:00"),
    ]
    assert (len(days), {each["TRANSP"] for each in events}) == (14, {"TRANSPARENT"})
    assert str(events[0]["URL"]) == f"http://testserver{page}"
    for key in ("", "x", "1", f"{Member.objects.get(player=rival).pk}-x", hers.partition("=")[2][:-1]):
        assert stranger.get(f"{page}/calendar.ics", {"key": key}).status_code == 404
    assert stranger.get(mine.replace(circle.pk, "2" * 16)).status_code == 404
    play_sealed(daily_of("wish"), rival, [])
    assert stranger.get(mine).content == answer.content, "it tells nothing of results"
    Player.objects.filter(pk=rival.pk).update(language="de")
    assert "Sunday club: Karten des Tages" in read(stranger, mine)
    assert "Sunday club: deals of the day" in read(stranger, hers)
    act(ray, circle, "leave")
    assert [stranger.get(each).status_code for each in (mine, hers)] == [404, 200]


@pytest.mark.parametrize("change", ["{}.".format, "{}\u201d".format, str.upper])
def test_the_link_is_meant_however_it_was_copied(stranger, circle, change):
    assert circle.name in read(stranger, f"/circles/{circle.pk}", invite=change(circle.invite))


def test_without_the_code_there_is_no_such_page(stranger, mine, circle):
    for browser in (stranger, mine):
        for query in ("", "?invite=", "?invite=x"):
            assert browser.get(f"/circles/{circle.pk}{query}").status_code == 404
        assert browser.post(f"/circles/{circle.pk}/join", {"invite": "x", "name": "Nell"}).status_code == 404
        assert act(browser, circle, "leave").status_code == 404
    assert Member.objects.count() == 1


def test_a_full_one_says_so(stranger, circle, monkeypatch):
    monkeypatch.setattr("competitions.contests.circles.membership.MOST_MEMBERS", 1)
    page = refused(stranger, f"/circles/{circle.pk}/join", invite=circle.invite, name="Nell")
    says(page, "no room for more")
    assert not Player.objects.filter(name="Nell").exists()


def test_owners_and_members_do_what_is_theirs(desk, mine, owner, rival, circle):
    mine.post(f"/circles/{circle.pk}/join", {"invite": circle.invite})
    assert act(mine, circle, "rename", name="Mine").status_code == 403
    assert act(desk, circle, "leave").status_code == 422
    assert act(desk, circle, "rename", name="x").status_code == 422
    assert act(desk, circle, "remove", member="x").status_code == 422
    for name, given, told in (
        ("rename", {"name": "Monday club"}, "another name"),
        ("code", {}, "a new link"),
        ("hand-over", {"member": rival.pk}, "handed over"),
    ):
        assert "Back to the circle" in said(desk, f"/circles/{circle.pk}/{name}")
        assert told in said(desk, act(desk, circle, name, **given).headers["Location"])
    assert act(desk, circle, "remove", member=rival.pk).status_code == 403
    assert act(mine, circle, "remove", member=owner.pk).status_code == 302
    assert desk.get(f"/circles/{circle.pk}").status_code == 404
    assert act(mine, circle, "close").headers["Location"] == "/circles"
    assert not Circle.objects.exists()


@pytest.mark.extra
def test_a_week_shows_who_leads_what_is_left_to_play_and_who_won_the_last(
    desk, mine, owner, rival, circle, clock
):
    mine.post(f"/circles/{circle.pk}/join", {"invite": circle.invite})
    assert "Nobody leads this week yet" in said(desk, f"/circles/{circle.pk}")
    play_todays("wish", owner, score=4)
    play_todays("wish", rival, score=9)
    page = said(desk, f"/circles/{circle.pk}")
    assert "Olga Owner leads with 25 points" in page
    assert "Deals for you to play today WinABit Well Pyramid Three By Three" in page
    play_todays("well", rival, score=0)
    assert "Olga Owner leads with 25 points" in said(desk, f"/circles/{circle.pk}"), "not played yet"
    assert "Ray Rival leads with 43 points" in said(mine, f"/circles/{circle.pk}")
    assert "Olga Owner leads with 25 points in Wish" in said(mine, f"/circles/{circle.pk}?game=wish")
    clock.forward(days=7)
    says(said(desk, f"/circles/{circle.pk}"), "Nobody leads this week yet", "Ray Rival won with 43 points")
    assert "Ray Rival won with 43 points" in said(desk, f"/circles/{circle.pk}?week=2026-W47")
    for nothing in ("week=2026-W49", "week=x", "game=x"):
        assert desk.get(f"/circles/{circle.pk}?{nothing}").status_code == 404


def play_todays(game, player, *, score):
    """Play today's daily of a game with a move, and let it have come to this score."""
    event = daily_of(game)
    log = play_sealed(event, player, [first_move(event)])
    Attempt.objects.filter(log=log).update(score=score)


def test_home_shows_a_players_circles_beside_todays_deals(desk, stranger, owner, circle, clock):
    assert "Sunday club" not in said(stranger, "/")
    make_dailies(clock.now)
    assert "Sunday club" in said(desk, "/")
    play_todays("wish", owner, score=4)
    assert "You lead with 25 points" in said(desk, "/")
