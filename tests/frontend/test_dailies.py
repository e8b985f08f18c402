"""The archive of the deals of the day."""

import re
from datetime import date

import pytest
from django.db import transaction
from django.db.models import F

from competitions.contests.dailies.places import known_places
from competitions.embargo.visibility import viewpoints
from competitions.ledger import entry_places, place_keys
from competitions.ledger.ledger import hold
from competitions.models import Competition, Daily, PlaceCount, RatedRound
from games import GAMES

from .playing import daily_of, first_move, play_sealed
from .reading import read, says

pytestmark = pytest.mark.django_db


@pytest.fixture
def first_day(noon):
    """The first day of the site, the last of November; its deals are made, and it is noon of that day."""
    return noon(11, 30)


def row_of(page, day):
    """What the calendar says of a day, in one line, and its links."""
    rows = re.findall(r"<tr.*?</tr>", page, re.S)
    row = next(row for row in rows if day in row)
    return " ".join(re.sub(r"<[^>]*>", " ", row).split()), re.findall(r'href="(.*?)"', row)


def test_a_day_that_is_over_is_one_press_from_being_played_again(stranger, first_day, noon):
    noon(12, 1)
    page = read(stranger, "/daily/2026-11")
    text, links = row_of(page, "</span> 30")
    assert text.startswith("Mon 30 November Play : Wish, number 1 Play : WinABit, number 1")
    assert len(links) == 1 + 5
    assert links.pop(0) == "/daily/2026-11-30"
    seed = daily_of("wish", first_day).rounds.all()[0].deal.seed
    assert links[0] == f"/practice/wish?seed={seed}"
    assert "Challenge" in read(stranger, links[0])


def test_of_today_and_tomorrow_no_seed_is_told(stranger, first_day, noon):
    today = noon(12, 1)
    page = read(stranger, "/daily")
    assert row_of(page, "Today")[1][1] == f"/c/{daily_of('wish').pk}"
    soon = ("Wed 2 December soon soon soon soon soon", ["/daily/2026-12-02"])
    assert row_of(page, "</span> 2<") == soon
    for daily in Daily.objects.filter(date__gte=today.date()):
        assert daily.competition.rounds.get().deal.seed not in page


def test_viewers_see_how_they_did_and_their_runs(mine, stranger, rival, player, first_day, noon):
    wish = daily_of("wish")
    play_sealed(wish, rival, [first_move(wish)])
    score = rival.attempts.get().score
    alone = read(mine, "/daily")
    assert f"{score} : your score ; scoreboard of Wish, number 1" in row_of(alone, "Today")[0]
    play_sealed(wish, player("Ann"), [])
    same_day = read(mine, "/daily")
    assert f"{score} : your score , 1st ; scoreboard of Wish, number 1" in row_of(same_day, "Today")[0]
    noon(12, 1)
    page = read(mine, "/daily/2026-11")
    assert f"{score} : your score , 1st ; play again : Wish, number 1" in row_of(page, "</span> 30")[0]
    assert re.search(r"In a row</th><td>1</td><td>0</td>", page)
    assert "In a row" not in read(stranger, "/daily/2026-11")


def test_months_reach_from_the_first_daily_to_tomorrow(stranger, first_day, noon):
    noon(12, 1)
    for path, status in {
        "/daily": 200,
        "/daily/2026-12": 200,
        "/daily/2026-11": 200,
        "/daily/2026-10": 404,
        "/daily/2027-01": 404,
        "/daily/2026-13": 404,
        "/daily/0000-01": 404,
    }.items():
        assert stranger.get(path).status_code == status, path
    november, december = (read(stranger, f"/daily/2026-{month}") for month in (11, 12))
    says(november, 'rel="next" href="/daily/2026-12"', lacks=['rel="prev"'])
    says(december, 'rel="prev" href="/daily/2026-11"', lacks=['rel="next"'])


@pytest.mark.extra
def test_a_full_month_takes_as_many_queries_as_a_day(
    mine, rival, noon, django_assert_num_queries, monkeypatch
):
    """Some deals are won by the lowest score, some by the highest, and some are large: they have places."""

    def play_three(day):
        noon(12, day)
        for slug in ("wish", "winabit", "pyramid"):
            play_sealed(daily_of(slug), rival, [])
        with monkeypatch.context() as patch, transaction.atomic():
            patch.setattr(entry_places, "KEPT_FROM", 1)
            entry_places.complete_places(hold(daily_of("pyramid").pk))

    play_three(1)
    # The session and its player, and the bell; the ends; contests and rounds; own attempts; what may be seen;
    # the scores that may be known, own results, places, disqualified results, low and high scores; streaks.
    expected = 3 + 1 + 2 + 1 + 2 + 6 + 3
    noon(12, 2)
    with django_assert_num_queries(expected):
        mine.get("/daily/2026-12")
    for day in range(2, 32):
        play_three(day)
    with django_assert_num_queries(expected):
        page = read(mine, "/daily/2026-12")
    assert page.count('<th scope="row">') == 31 + 2
    assert date(2026, 12, 31) in {daily.date for daily in Daily.objects.all()}


@pytest.fixture
def three_have_played(player, first_day):
    """Players who came first, second with another, and second in the first day's Wish."""
    wish = daily_of("wish", first_day)
    players = [player(name) for name in ("Ada Archive", "Ben Before", "Cleo Calendar")]
    for one, moves in zip(players, ([first_move(wish)], [], []), strict=True):
        play_sealed(wish, one, moves)
    return players


def told(page, slug):
    """What the page of a day says of a game's deal, in one line."""
    [said] = [
        part
        for part in page.split("<li")[1:]
        if "</a></h2>" in part and f">{GAMES[slug].title.words()}<" in part
    ]
    return " ".join(re.sub(r"<[^>]*>", " ", said.partition(">")[2].partition("</li>")[0]).split())


def test_a_day_says_who_won_and_the_viewers_place(stranger, browser_of, three_have_played, first_day, noon):
    first, second, third = three_have_played
    path = "/daily/2026-11-30"
    score = first.attempts.get().score
    leads = f"Ada Archive leads with {score} , among 3 players."
    assert leads in told(read(browser_of(second), path), "wish")
    hidden = told(read(stranger, path), "wish")
    assert hidden == "Wish 3 players so far. You see their results once you have played. Play : today's Wish"
    noon(12, 1)
    page = read(stranger, path)
    assert f"Ada Archive won with {score} , among 3 players." in told(page, "wish")
    assert "Nobody played." in told(page, "well")
    assert "You scored 32: joint 2nd of 3." in told(read(browser_of(third), path), "wish")
    month = read(browser_of(third), "/daily/2026-11")
    assert "32 : your score , 2nd ; play again" in row_of(month, "</span> 30")[0]


def test_a_day_says_how_hard_its_deals_were(stranger, first_day, noon):
    wish, at = daily_of("wish", first_day), noon(12, 1)
    Competition.objects.filter(pk=wish.pk).update(certified_at=at)
    difficulty = {"players": 10, "expected": [[1500, 6.2]]}
    RatedRound.objects.create(
        round=wish.rounds_in_order[0], game_slug="wish", certified_at=at, due=False, difficulty=difficulty
    )
    assert read(stranger, "/daily/2026-11-30").count("Players rated about 1500 leave 6 cards here.") == 1


def test_the_cards_of_a_day_are_one_press_from_practice_and_from_a_challenge(
    stranger, browser_of, three_have_played, first_day, noon
):
    seed = daily_of("wish", first_day).rounds.all()[0].deal.seed
    assert seed not in read(browser_of(three_have_played[0]), "/daily/2026-11-30")
    noon(12, 1)
    assert f'href="/practice/wish?seed={seed}#beat"' in read(stranger, "/daily/2026-11-30")
    browser = browser_of(three_have_played[0])
    page = read(browser, "/daily/2026-11-30")
    says(page, f'href="/practice/wish?seed={seed}"', f'action="/beat/wish/{seed}"')
    answer = browser.post(f"/beat/wish/{seed}", {"then": "share"}, follow=True)
    assert "Your challenge is ready" in answer.content.decode()


def test_days_lead_to_those_beside_them_and_a_day_without_deals_is_not_there(stranger, first_day):
    says(read(stranger, "/daily/2026-11-30"), 'rel="next" href="/daily/2026-12-01"', lacks=['rel="prev"'])
    assert "It opens" in read(stranger, "/daily/2026-12-01")
    for path in ("/daily/2026-11-29", "/daily/2026-11-31", "/daily/0000-01-01"):
        assert stranger.get(path).status_code == 404, path


def test_a_place_is_the_same_once_the_database_keeps_places(three_have_played, first_day, monkeypatch):
    wish = daily_of("wish")

    def places():
        return [
            known_places(viewpoints([daily_of("wish", first_day)], one, first_day)).get(wish.pk)
            for one in three_have_played
        ]

    assert places() == [1, 2, 2]
    monkeypatch.setattr(entry_places, "KEPT_FROM", 3)
    with transaction.atomic():
        entry_places.complete_places(hold(wish.pk))
    PlaceCount.objects.filter(competition=wish, key__lt=place_keys.JOINED).update(entries=F("entries") + 1000)
    assert places() == [1, 1002, 1002], "the counts alone are read"
