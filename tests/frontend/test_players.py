"""The page of a player."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competitions.contests.dailies.calendar import make_dailies
from competitions.models import Attempt, Competition, Entry, Profile
from competitions.ratings.careers import highlights
from tests.careers.many import play_many
from tests.clients.contests import golden, moves_scoring

from .accounts import become_account
from .conftest import circle_of
from .lists.shown import pages_from
from .playing import close, enter, first_move, play, play_sealed
from .rated import rate
from .reading import read, said, says
from .test_results import NOW

pytestmark = pytest.mark.django_db

N = 3
"""A golden log of Three By Three in which each score from 30 to 9 comes."""


@pytest.fixture
def ann(player):
    return player("Ann")


@pytest.fixture
def bob(player):
    return player("Bob")


@pytest.fixture
def hold(contest):
    """A contest with these scores."""

    def hold(name, scores, **settings):
        made = contest("three-by-three", name=name, seed=golden(n=N)["log"]["seed"], **settings)
        for who, score in scores.items():
            play(made, who, moves_scoring(score, n=N))
        return made

    return hold


def test_it_says_what_was_played_and_how_well(stranger, browser_of, hold, ann, bob, rival):
    hold("First", {bob: 12, ann: 15, rival: 20})
    hold("Second", {ann: 11, bob: 11})
    hold("Third", {ann: 12, bob: 14}, access="unlisted")
    hold("Fourth", {ann: 9}, standings="final")
    out = hold("Fifth", {ann: 10})
    out.entries.update(disqualified_at=NOW)
    page = said(stranger, f"/players/{ann.pk}")
    says(page, "Ann a guest", "2 played best 11")
    says(page, "Median score 13 How often each score was reached", "Score Times 11 1 15 1")
    results = page.split("Contest Place Score")[1]
    assert re.findall(r"(First|Second|Third|Fourth|Fifth) ", results) == ["Second", "First"]
    assert re.search(r"Second .*? 1 of 2 11.* First .*? 2 of 3 15", results)
    own = said(browser_of(ann), f"/players/{ann.pk}")
    says(own, "4 played best 9", "Median score 11.5", "Fourth Three By Three", lacks=["Fifth"])


def face_in(page):
    return page.split("At a glance")[1].split("Games Three By Three")[0]


def test_the_page_begins_with_a_face(stranger, browser_of, hold, contest, ann, bob, monkeypatch):
    monkeypatch.setattr(highlights, "ENOUGH", 3)
    events = [
        hold(name, {ann: score, bob: 12}) for name, score in (("No. A", 11), ("No. B", 9), ("No. C", 20))
    ]
    hidden = hold("By link", {ann: 9}, access="unlisted")
    still_sealed = contest("three-by-three", name="Sealed", play="sealed")
    play_sealed(still_sealed, ann, [first_move(still_sealed)])
    for event in (*events, hidden):
        close(event)
    rate(ann, *events, hidden, changes=[10, 20, -5, 5])
    face = face_in(said(stranger, f"/players/{ann.pk}"))
    assert "Good at Three By Three on average 83 % of the others did no better in 3 rated rounds" in face
    says(face, "Played 4 games", "Rating at Three By Three 1530")
    look_at = face.split("Games to look at")[1]
    assert "The best score at Three By Three No. B 9" in look_at
    assert set(re.findall(r" (No. [ABC]|By link|Sealed) \d+", look_at)) == {"No. A", "No. B", "No. C"}
    says(face_in(said(browser_of(ann), f"/players/{ann.pk}")), "The best score at Three By Three By link 9")
    monkeypatch.setattr(highlights, "ENOUGH", 4)
    assert "Good at" not in said(stranger, f"/players/{ann.pk}"), "a contest by link counts for nobody"
    assert "At a glance" not in said(stranger, f"/players/{bob.pk}?after=0-0-{ann.pk}")


def test_the_best_day_is_of_dailies(stranger, ann):
    now = timezone.now()
    make_dailies(now)
    dailies = list(Competition.objects.with_rounds().filter(daily__date=now.date()).order_by("name")[:2])
    for daily in dailies:
        [round] = daily.rounds_in_order
        made = {"entry": enter(daily, ann), "player": ann, "round": round, "number": 1, "started_at": now}
        Attempt.objects.create(**made, score=3, moves_made=3, ended_at=now, counts=True)
    rate(ann, dailies[0], changes=[10])
    assert "Best day" not in said(stranger, f"/players/{ann.pk}")
    rate(ann, dailies[1], changes=[10])
    page = said(stranger, f"/players/{ann.pk}")
    day = f"{now.day} {now:%b %Y}"
    says(page, f"Best day {day} on average 83 % of the others did no better in 2 deals", lacks=["In a row"])


@pytest.mark.extra
def test_who_looks_is_told_how_they_do_against_the_player(stranger, browser_of, hold, ann, bob):
    hold("First", {bob: 12, ann: 15})
    hold("Second", {ann: 11, bob: 11})
    hold("Third", {ann: 12, bob: 14}, access="unlisted")
    hold("Fourth", {ann: 13, bob: 9})
    page = said(browser_of(bob), f"/players/{ann.pk}")
    assert "You and Ann You 2 Ties 1 Ann 1 How often each player had the better score in the 4 deals" in page
    assert re.search(r"Fourth .*? 9 , better 13 Third .*? 14 12 , better Second .*? 11 11 First", page)
    for other in (stranger, browser_of(ann)):
        assert "How often each player had" not in said(other, f"/players/{ann.pk}")


@pytest.mark.extra
def test_results_go_on_page_by_page(stranger, hold, ann, monkeypatch):
    monkeypatch.setattr("frontend.players.shown_player.PAGE", 2)
    for number in range(5):
        hold(f"No. {number}", {ann: 10 + number})
    pages = pages_from(stranger, f"/players/{ann.pk}")
    met = [number for page in pages for number in re.findall(r'<bdi lang="">No. (\d)</bdi>', page)]
    assert met == ["4", "3", "2", "1", "0"]


def test_of_a_private_profile_others_see_the_name_alone(stranger, browser_of, hold, ann, bob):
    hold("First", {ann: 15, bob: 12})
    ann.profile = Profile.PRIVATE
    ann.save()
    for other in (stranger, browser_of(bob)):
        page = said(other, f"/players/{ann.pk}?game=wish")
        says(page, "profile is private, so you see only the name.", lacks=["First", "2026"])
    says(said(browser_of(ann), f"/players/{ann.pk}"), "Only you see this page", "First")


@pytest.mark.extra
def test_a_guest_has_a_page_by_their_id_and_an_account_by_its_name(stranger, browser_of, ann, hold):
    by_id = f"/players/{ann.pk}"
    hold("First", {ann: 15})
    says(read(stranger, by_id), f'href="/report/player/{ann.pk}"', 'name="robots" content="noindex"')
    become_account(browser_of(ann))
    for address in (by_id, "/@ann"):
        assert stranger.get(address).headers["Location"] == "/@Ann"
    assert "First" in said(stranger, "/@Ann")
    assert stranger.get("/@Anna").status_code == 404


def test_a_rating_stands_with_its_game(stranger, contest, ann):
    rate(ann, contest("wish"), changes=[40])
    says(said(stranger, f"/players/{ann.pk}"), "Rating 1540 ± 81 after 12 rounds")


def test_players_are_linked_where_they_are_met_under_their_own_name(
    stranger, browser_of, desk, contest, owner, ann, bob
):
    address = f'href="/players/{ann.pk}"'
    met = contest("wish")
    entry = enter(met, ann)
    page = f"/c/{met.pk}/players/{entry.pk}"
    assert address in read(stranger, page)
    Entry.objects.filter(pk=entry.pk).update(called="Someone", own_name=False)
    assert address not in read(stranger, page)
    rate(ann, contest("wish"), changes=[40])
    assert f'href="/players/{ann.pk}?game=wish"' in read(stranger, "/leaderboards/wish")
    circle = circle_of(owner, ann)
    assert address in read(desk, f"/circles/{circle.pk}")
    assert address in read(browser_of(ann), "/me")


@pytest.mark.extra
def test_it_takes_as_many_queries_for_few_results_as_for_many(stranger, browser_of, player):
    def costs(number):
        ann, bob = player(f"Ann {number}"), player(f"Bob {number}")
        play_many([ann, bob], number, NOW)
        found = []
        for browser in (stranger, browser_of(bob)):
            with CaptureQueriesContext(connection) as queries:
                assert f"{number} played" in said(browser, f"/players/{ann.pk}")
            found.append(len(queries))
        return found

    few = costs(30)
    assert costs(90) == few
    assert max(few) <= 32
