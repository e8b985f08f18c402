"""Leaderboards, the page of a player's rating, and what contests say of ratings."""

import re

import pytest
from django.utils import timezone

from competitions.contests.duels import make_duel
from competitions.models import Access, Competition, Profile, RatedRound
from games import GAMES

from .lists.shown import pages_from
from .playing import enter, play
from .rated import rate
from .reading import read, said, says

pytestmark = pytest.mark.django_db


def test_the_leaderboard_marks_the_viewer_and_says_their_place(stranger, browser_of, contest, player):
    ann, bob = player("Ann"), player("Bob")
    rate(ann, contest("wish"), changes=[90])
    rate(bob, contest("wish"), changes=[40])
    page = said(stranger, "/leaderboards/wish")
    assert page.index("Ann") < page.index("Bob")
    assert "you" not in page.split("Players", 1)[1]
    assert "You: number 2" in said(browser_of(bob), "/leaderboards/wish")
    assert "Bob you 12 rounds 1540 : show its history ± 81" in said(browser_of(bob), "/leaderboards/wish")
    assert "1 Ann 1590 2 Bob 1540" in said(stranger, "/leaderboards")


@pytest.mark.parametrize(
    ("made", "why"),
    [
        ({"rounds": 4}, "provisional: play 6 more rounds to enter the leaderboard."),
        ({"days_ago": 91}, "more than 90 days ago"),
        ({}, "Your profile is private"),
    ],
)
def test_who_is_not_in_the_leaderboard_is_told_why(browser_of, contest, player, made, why):
    ann = player("Ann")
    rate(ann, contest("wish"), changes=[40], **made)
    ann.profile = Profile.PUBLIC if made else Profile.PRIVATE
    ann.save()
    assert why in said(browser_of(ann), "/leaderboards/wish")


def test_a_leaderboard_goes_on_page_by_page(stranger, contest, player, monkeypatch):
    monkeypatch.setattr("frontend.ratings.views.PAGE", 2)
    for number in range(5):
        rate(player(f"Player {number}"), contest("wish"), changes=[90 - number])
    pages = pages_from(stranger, "/leaderboards/wish")
    met = [number for page in pages for number in re.findall(r"Player (\d)</bdi>", page)]
    assert met == ["0", "1", "2", "3", "4"]


def test_a_rating_has_its_line_and_a_table_that_leads_to_the_contests(stranger, browser_of, contest, player):
    ann, events = player("Ann"), [contest("wish", name=f"Cup {number}") for number in range(3)]
    rate(ann, *events, changes=[30, -12, 40])
    events[1].access = Access.UNLISTED
    events[1].save()
    page = read(stranger, f"/players/{ann.pk}/ratings/wish")
    says(page, '<path class="chart-line" d="M0,300 ', "from 1500 to 1558 over 3 rounds, now 1558")
    says(page, f'href="/c/{events[2].pk}"', lacks=[f'href="/c/{events[1].pk}"', "Cup 1"])
    words = said(stranger, f"/players/{ann.pk}/ratings/wish")
    assert "2 of 7 +40 1558" in words
    assert "a contest that is not public" in words
    assert "\N{MINUS SIGN}12 1518" in words
    ann.profile = Profile.PRIVATE
    ann.save()
    assert stranger.get(f"/players/{ann.pk}/ratings/wish").status_code == 404
    assert "+40" in said(browser_of(ann), f"/players/{ann.pk}/ratings/wish")


def test_a_long_history_costs_no_more_than_a_short_one(stranger, contest, player, django_assert_num_queries):
    for count in (1, 6):
        ann = player(f"Ann {count}")
        rate(ann, *(contest("wish") for _ in range(count)), changes=[1] * count)
        with django_assert_num_queries(6):
            stranger.get(f"/players/{ann.pk}/ratings/wish")


def test_a_contest_says_whether_it_counts_for_ratings(stranger, browser_of, contest, player):
    ann, counts = player("Ann"), contest("wish", "well", play="sealed")
    assert "It counts for ratings at Wish and Well." in said(stranger, f"/c/{counts.pk}")
    assert "It does not count for ratings." in said(stranger, f"/c/{contest('wish').pk}")
    entry = enter(counts, ann)
    assert "Your results count for your rating" in said(browser_of(ann), f"/c/{counts.pk}")
    entry.rated = False
    entry.save()
    for path in ("", "/rounds/1"):
        assert "This was decided when you joined" in said(browser_of(ann), f"/c/{counts.pk}{path}")


def test_a_result_tells_what_its_round_did_to_the_rating(stranger, browser_of, contest, player):
    ann, event = player("Ann"), contest("wish")
    log = play(event, ann, [])
    rate(ann, event, changes=[12])
    assert "Rating 1512 (+12)" in said(stranger, f"/results/{log.pk}")
    entry = f"/c/{event.pk}/players/{log.entry_id}"
    assert "Rating at Wish: 1512 (+12)" in said(stranger, entry)
    assert "Your rating at Wish: 1512 (+12)" in said(browser_of(ann), f"/c/{event.pk}")
    assert "1512" not in said(stranger, f"/c/{event.pk}")
    ann.profile = Profile.PRIVATE
    ann.save()
    assert "1512" not in said(stranger, f"/results/{log.pk}") + said(stranger, entry)
    assert "1512" in said(browser_of(ann), f"/results/{log.pk}")


def test_a_duel_tells_what_it_did_to_both_ratings(browser_of, player):
    ann, bob = player("Ann"), player("Bob")
    made = make_duel(game=GAMES["wish"], rules={}, against=bob, player=ann, now=timezone.now())
    duel = Competition.objects.with_rounds().get(pk=made.pk)
    enter(duel, bob)
    rate(ann, duel, changes=[25])
    rate(bob, duel, changes=[-25])
    assert "Rating 1475 (\N{MINUS SIGN}25) 1525 (+25)" in said(browser_of(bob), f"/c/{duel.pk}")
    ann.profile = Profile.PRIVATE
    ann.save()
    assert "Rating 1475 (\N{MINUS SIGN}25) \N{EN DASH}" in said(browser_of(bob), f"/c/{duel.pk}")


@pytest.mark.extra
def test_a_deal_that_is_over_says_how_hard_it_was_for_the_viewer(stranger, browser_of, contest, player):
    """Ann has the rating of which it is known, Bob a higher one."""
    ann, bob, event = player("Ann"), player("Bob"), contest("wish")
    log = play(event, ann, [])
    rate(ann, event, changes=[40])
    rate(bob, contest("wish"), changes=[151])
    difficulty = {"players": 10, "expected": [[1400, 9.6], [1500, 6.2]]}
    RatedRound.objects.filter(round__competition=event).update(difficulty=difficulty)
    for path in (f"/c/{event.pk}", f"/c/{event.pk}/rounds/1", f"/results/{log.pk}"):
        assert "Players of your rating leave 6 cards here." in said(browser_of(ann), path)
        for browser in (browser_of(bob), stranger):
            assert "Players rated about 1500 leave 6 cards here." in said(browser, path)
    Competition.objects.filter(pk=event.pk).update(certified_at=None)
    assert "leave 6 cards" not in said(stranger, f"/c/{event.pk}")
