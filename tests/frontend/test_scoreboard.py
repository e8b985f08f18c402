"""What the pages show of each ranking, of freezes, of hidden scores and of the disqualified."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from competitions.models import Competition, Entry

from .playing import close, enter, play
from .props import props_in
from .reading import read, said, says

pytestmark = pytest.mark.django_db


def score(entry, number, points, moves_made=10):
    """Let the game of an entry in a round have ended with so many points."""
    entry.attempts.filter(round__number=number, counts=True).update(score=points, moves_made=moves_made)


@pytest.fixture
def played(contest, player):
    """A contest with these scores by player and round, and its entries by name; None: not played."""

    def made(scores, *games, **settings):
        competition = contest(*games, **settings)
        entries = {}
        for name, rounds in scores.items():
            each = player(name)
            entries[name] = enter(competition, each)
            for number, points in enumerate(rounds, start=1):
                if points is not None:
                    play(competition, each, [], number=number)
                    score(entries[name], number, points)
        return competition, entries

    return made


SCORES = {"Ann": [3, 20], "Bea": [9, 2], "Cyd": [12, 5]}


def board_of(page):
    return re.search(r'<section class="panel board-panel".*?</section>', page, re.S).group(0)


def rows_of(page):
    return {
        re.search(r'<bdi lang="">(.*?)</bdi>', row).group(1): " ".join(re.sub(r"<[^>]*>", " ", row).split())
        for row in re.findall(r"<tr class=.*?</tr>", page, re.S)
    }


def test_matchpoints_are_shown_with_their_unit_beside_the_scores(stranger, played):
    competition, _ = played(SCORES, "wish", "pyramid", ranking="matchpoints")
    page = read(stranger, f"/c/{competition.pk}")
    says(page, 'class="total">Matchpoints, %</th>', "2 matchpoints for each player you beat")
    assert rows_of(page)["Bea"] == "1 Bea 75.00 9 50.00 2 100.00"
    assert rows_of(page)["Ann"] == "2 Ann 50.00 3 100.00 20 0.00"
    live = props_in(page, "live-scoreboard")
    assert live["columns"]["decimals"] == 2
    assert live["follows"] == "beside"


def test_one_round_of_points_has_its_scores_too(stranger, played):
    competition, _ = played({"Ann": [3], "Bea": [9]}, ranking="points")
    page = read(stranger, f"/c/{competition.pk}")
    assert 'class="total">Points</th>' in page
    assert rows_of(page) == {"Ann": "1 Ann 25.00 3 25.00", "Bea": "2 Bea 18.00 9 18.00"}


def test_what_broke_a_tie_is_shown_where_it_did(stranger, played):
    competition, entries = played({"Ann": [7], "Bea": [7], "Cyd": [9]}, tie_break=("moves",))
    score(entries["Ann"], 1, 7, moves_made=44)
    score(entries["Bea"], 1, 7, moves_made=40)
    rows = rows_of(read(stranger, f"/c/{competition.pk}"))
    assert rows == {"Bea": "1 Bea 7 40 moves", "Ann": "2 Ann 7 44 moves", "Cyd": "3 Cyd 9"}


@pytest.mark.extra
@pytest.mark.parametrize(
    ("standings", "words"),
    [
        ("own", "You see the scores once you have played."),
        ("final", "You see the scores once the contest has closed."),
    ],
)
def test_hidden_results_are_played_without_a_score(stranger, browser_of, played, standings, words):
    competition, entries = played({"Ann": [7], "Bea": [None]}, standings=standings)
    for browser in (stranger, browser_of(entries["Bea"].player)):
        page = read(browser, f"/c/{competition.pk}")
        assert words in board_of(page)
        assert "played" in rows_of(page)["Ann"]
        assert "7" not in rows_of(page)["Ann"]
        path = f"/c/{competition.pk}/players/{entries['Ann'].pk}"
        assert "has played" in said(browser, path)
        assert "7" not in said(browser, path)
    mine = read(browser_of(entries["Ann"].player), f"/c/{competition.pk}")
    assert "7" in rows_of(mine)["Ann"]
    follows = props_in(mine, "live-scoreboard")["follows"]
    assert follows == ("instead" if standings == "own" else "beside")
    close(competition)
    assert words not in board_of(read(stranger, f"/c/{competition.pk}"))


@pytest.mark.extra
def test_frozen_standings_say_until_when(stranger, browser_of, desk, played):
    now, hour = timezone.now(), timedelta(hours=1)
    competition, entries = played({"Ann": [7], "Bea": [9]}, closes_at=now + 3 * hour, freeze_at=now + hour)
    path = f"/c/{competition.pk}"
    assert "Scores are hidden until" not in said(stranger, path)
    Competition.objects.filter(pk=competition.pk).update(
        created_at=now - 2 * hour, opens_at=now - 2 * hour, freeze_at=now - hour
    )
    Entry.objects.get(pk=entries["Ann"].pk).attempts.update(ended_at=now - 90 * timedelta(minutes=1))
    closing = f"{competition.closes_at:%Y-%m-%dT%H:%M:%SZ}"
    for where in ("", "/room", f"/players/{entries['Ann'].pk}"):
        page = read(stranger, path + where)
        assert f'Scores are hidden until the final reveal, <time datetime="{closing}"' in page
    assert rows_of(read(stranger, path))["Bea"].startswith("\N{EN DASH} not ranked yet Bea")
    mine = read(browser_of(entries["Bea"].player), path)
    assert "You still see your own results." in mine
    assert rows_of(mine)["Bea"].startswith("\N{EN DASH} not ranked yet Bea you 9")
    assert props_in(mine, "live-scoreboard")["frozen"]
    for who, holds in ((stranger, False), (desk, True)):
        start = props_in(read(who, f"{path}/room"), "room-start")
        assert (start["holds"], start["frozen"]) == (holds, True)
    Competition.objects.filter(pk=competition.pk).update(closes_at=now)
    assert "Bea" in said(stranger, f"{path}/room")
    says(said(desk, f"{path}/room"), "reveals the final places one by one", lacks=["Bea"])


def test_the_disqualified_come_last_in_words(stranger, browser_of, played):
    competition, entries = played({"Ann": [1], "Bea": [7], "Cyd": [9]})
    Entry.objects.filter(pk=entries["Ann"].pk).update(disqualified_at=timezone.now())
    page = read(stranger, f"/c/{competition.pk}")
    assert list(rows_of(page)) == ["Bea", "Cyd", "Ann"]
    assert rows_of(page)["Ann"].startswith("\N{EN DASH} not ranked Ann disqualified")
    assert 'class="waits out "' in page
    assert "disqualified" in said(stranger, f"/c/{competition.pk}/players/{entries['Ann'].pk}")
    place = said(stranger, f"/c/{competition.pk}/players/{entries['Cyd'].pk}")
    assert "2nd of 2 so far" in place, "who is disqualified counts for nobody"
    close(competition)
    says(said(browser_of(entries["Ann"].player), f"/c/{competition.pk}"), "but you were disqualified.")


def test_a_player_reads_what_each_round_was_worth_and_why(stranger, browser_of, played):
    competition, entries = played(SCORES, "wish", "pyramid", ranking="matchpoints")
    path = f"/c/{competition.pk}/players/{entries['Bea'].pk}"
    page = said(stranger, path)
    assert "1st of 3 so far · 75.00 %" in page
    assert "Round 1: Wish Result round 1 9 50.00 10 So far: Beat 1 of 2: 2 of 4 matchpoints." in page
    close(competition)
    assert "So far" not in said(stranger, path)
    bea = browser_of(entries["Bea"].player)
    log = entries["Bea"].attempts.get(round__number=2).log
    why = "Beat 2 of 2: 4 of 4 matchpoints."
    says(said(bea, f"/results/{log.pk}"), why, "Matchpoints, % 100.00")
    assert why in said(bea, f"/c/{competition.pk}/rounds/2")
    assert why not in said(stranger, f"/results/{log.pk}"), "it is said to its player"


def test_why_tells_nothing_of_a_round_that_the_viewer_may_not_know(stranger, browser_of, played):
    scores = {"Ann": [3, 20], "Bea": [9, None]}
    competition, entries = played(scores, "wish", "pyramid", ranking="matchpoints", standings="own")
    path = f"/c/{competition.pk}/players/{entries['Ann'].pk}"
    assert "Beat" not in said(stranger, path)
    says(said(browser_of(entries["Bea"].player), path), "Beat 1 of 1", lacks=["Nobody else"])


def test_a_player_reads_who_passed_them_and_why(stranger, browser_of, played):
    competition, entries = played({"Ann": [3, 20], "Bea": [9, 2]}, "wish", "wish")
    for name, words in (
        ("Ann", "Bea passed you: 2 in round 2 beats your 20."),
        ("Bea", "You passed Ann : your 2 in round 2 beats 20."),
    ):
        says(said(browser_of(entries[name].player), f"/c/{competition.pk}"), words)
    assert "passed" not in said(stranger, f"/c/{competition.pk}")
    assert 'class="passings"' not in read(stranger, f"/c/{competition.pk}")


def test_nobody_is_told_of_a_passing_by_a_score_they_may_not_know(browser_of, played):
    scores = {"Ann": [3, None], "Bea": [9, 2]}
    competition, entries = played(scores, "wish", "wish", standings="own")
    assert "passed" not in said(browser_of(entries["Ann"].player), f"/c/{competition.pk}")
    play(competition, entries["Ann"].player, [], number=2)
    score(entries["Ann"], 2, 20)
    assert "Bea passed you" in said(browser_of(entries["Ann"].player), f"/c/{competition.pk}")
