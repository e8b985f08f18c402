"""What decided a game, in words and numbers that add up; and what a page says while the solver is at work."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from competitions.models import AnalysedLog, Competition
from games import GAMES
from solvers import VERSION
from solvers.best_lines import best_along, best_lines
from solvers.solution import Search

from .playing import close, play
from .props import props_in
from .reading import press, read, said, says
from .walks import moves_in

pytestmark = pytest.mark.django_db

POINT = re.compile(r"([\d.]+) points?")


def analysed(log, *, skill=None, **told):
    """Store an analysis of the log as the solvers make one, but after a short search, without luck."""
    deal, moves = log.round.deal, log.moves
    along = best_along(deal.opening, moves, Search(budget=3000), Search(budget=150))
    steps = [
        {"ply": ply, "best": each.score, "proven": False, "luck": 0, "skill": 0, "lost": None}
        for ply, each in enumerate(along[:-1])
    ]
    given_up = log.attempt.score - along[-1].score
    found = {
        "par": {"score": along[0].score, "proven": False},
        "moves": steps,
        "initial": along[-1].score,
        "luck": 0,
        "skill": given_up,
        "given_up": given_up,
        "estimate": None,
        "lines": [line._asdict() for line in best_lines(along)],
        **told,
    }
    for ply, change in (skill or {}).items():
        steps[ply] |= change
    AnalysedLog.objects.update_or_create(
        log=log, defaults={"found": found, "solvers_version": VERSION, "due": False, "asker": ""}
    )
    return found


def judged(found, ply, **change):
    """The analysis with what it says of one move changed."""
    moves = [move | change if move["ply"] == ply else move for move in found["moves"]]
    AnalysedLog.objects.update(found=found | {"moves": moves})


@pytest.fixture
def over(contest, rival):
    """A game that was played by chance and is over, and its page."""

    def over(slug="wish", n=1, longest=500, **settings):
        competition = contest(slug, **settings)
        log = play(competition, rival, moves_in(competition, n, longest))
        close(competition)
        return log, f"/results/{log.pk}"

    return over


def listed(page):
    """The points of everything that a page lists, and of the sentence that sums them up."""
    heads = [POINT.search(head)[1] for head in re.findall(r"<h3>(.*?)</h3>", page)]
    *sums, total = re.findall(r"<li>(.*?)</li>", page.partition('<ul class="sums">')[2].partition("</ul>")[0])
    told = POINT.search(total)
    return [int(points) for points in [*heads, *(POINT.search(each)[1] for each in sums)]], int(
        told[1] if told else 0
    )


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("longest", [0, 1, 7, 25, 500])
def test_what_is_listed_adds_up_to_what_the_curve_loses(stranger, over, slug, longest):
    log, path = over(slug, longest, longest)
    found = analysed(log)
    page = read(stranger, f"{path}/review")
    best = found["moves"][0]["best"] if found["moves"] else log.attempt.score
    points, total = listed(page)
    if found["moves"]:
        assert sum(points) == total == abs(best - log.attempt.score)
    assert len(re.findall(r"<h3>", page)) <= 4
    scale = [float(each) for each in re.findall(r'd="M[\d]+,(\d+)', page.partition("chart-line")[2])]
    assert ("No mistake" in page, scale != []) == (False, total > 0)
    scores = [float(each.replace("\N{MINUS SIGN}", "-")) for each in re.findall(r"<td>(.*?)</td>", page)]
    assert scores[-1:] == [log.attempt.score][: len(scores)]


def test_the_words_come_first_then_pairs_of_boards_then_the_curve(stranger, mine, over):
    log, path = over(n=7, longest=7)
    found = analysed(log, estimate={"samples": 16, "seed": "a"})
    losses = [
        (ply, after["best"] - move["best"])
        for ply, (move, after) in enumerate(zip(found["moves"], found["moves"][1:], strict=False))
        if after["best"] > move["best"]
    ]
    ply, points = max(losses, key=lambda loss: loss[1])
    judged(found, ply, lost=points)
    final = log.attempt.score
    AnalysedLog.objects.update(found=AnalysedLog.objects.get().found | {"initial": 1.2, "luck": 2.3})
    page = read(mine, path)
    words = said(mine, path)
    for sentence in (
        "Luck was against you: the cards that turned up cost 2.3 points.",
        f"cost {final - 3.5:g} points beside a perfect player who cannot see the hidden cards.",
        "Lost for certain, whatever the hidden cards were.",
        f"With all cards face up {found['moves'][0]['best']}",
        "A perfect player who cannot see the hidden cards, on average",
        "an estimate, over 16 of the ways",
    ):
        assert sentence in words
    marks = [
        "Luck was against",
        '<ol class="pairs">',
        '<ul class="sums">',
        "best-chart",
        "named-scores",
        "replay-of",
    ]
    assert [*sorted(marks, key=page.index)] == marks
    board = re.search(rf'data-board="(table-0-{ply})" data-move="(.*?)"', page)
    view = props_in(page, board[1])
    assert (view["ply"], unescape(board[2])) == (ply, log.moves[ply])
    says(page, f'?ply={ply}#replay" data-ply="{ply}"', lacks=["One to remember"])
    [notes] = props_in(page, "review-notes")
    assert {"ply": ply, "look": "mistake", "words": f"mistake: {points} points"} in notes
    others = read(stranger, path)
    says(
        others,
        'Luck was against <bdi lang="">Ray Rival</bdi>:',
        '<th scope="row"><bdi lang="">Ray Rival</bdi>',
    )
    AnalysedLog.objects.update(found=AnalysedLog.objects.get().found | {"luck": -1.2})
    assert "Luck was with you: the cards that turned up were worth 1.2 points." in said(mine, path)


def test_where_nothing_was_hidden_there_is_no_luck(stranger, over):
    log, path = over("well", longest=9)
    analysed(log)
    page = said(stranger, f"{path}/review")
    says(page, "There was no luck in it: all cards were face up from the start.", lacks=["hidden"])


def test_a_game_without_a_fall_gave_nothing_away(stranger, over):
    log, path = over(longest=0)
    nothing = {"moves": [], "lines": [{"ply": 0, "moves": []}], "initial": log.attempt.score}
    analysed(log, **nothing)
    page = said(stranger, f"{path}/review")
    assert "Nothing was given away: even with all cards face up, nobody ends better than 32." in page
    assert "Luck made no difference." in page
    analysed(log, **nothing, luck=-2)
    risked = read(stranger, f"{path}/review")
    says(risked, "took risks that cost nothing this time: on average they cost 2 points")
    assert ("chart" in risked, re.findall(r"<td>(.*?)</td>", risked)) == (False, ["32"] * 3)


def test_it_says_how_far_the_solver_is_and_what_is_done_comes_without_the_page(stranger, over):
    log, path = over(longest=9)
    part = f"{path}/review"
    page = read(stranger, path)
    says(page, 'data-review="unasked"', "See what was possible", lacks=["Look again"])
    assert press(stranger, part) == f"{path}#possible"
    assert press(stranger, part) == f"{path}#possible"
    row = AnalysedLog.objects.get()
    assert row.due
    waiting = said(stranger, part)
    assert "in about a minute" in waiting
    assert "Look again" in waiting
    AnalysedLog.objects.update(free_at=timezone.now() + timedelta(seconds=30))
    assert "is looking through this game now" in said(stranger, part)
    AnalysedLog.objects.update(error="it was too much", free_at=timezone.now() + timedelta(seconds=30))
    assert 'data-review="waiting"' in read(stranger, part)
    AnalysedLog.objects.update(due=False, asker="")
    assert "could not look through this game" in said(stranger, part)
    analysed(log)
    assert 'data-review="done"' in read(stranger, part)


def test_of_a_round_it_says_how_many_games_are_done(stranger, contest, player):
    competition = contest()
    logs = [
        play(competition, player(name), moves_in(competition, n, 5))
        for n, name in enumerate(("Ann", "Bob", "Cyd"))
    ]
    close(competition)
    analysed(logs[0])
    for log in logs[1:]:
        press(stranger, f"/results/{log.pk}/review")
    told = "Done so far: 1 of the 3 games of this round that are being analysed."
    assert told in said(stranger, f"/results/{logs[1].pk}/review")
    both = f"/results/{logs[0].pk}/review?with={logs[1].pk}"
    assert told in said(stranger, both)
    analysed(logs[1])
    page = read(stranger, both)
    assert re.findall(r'<h3><bdi lang="">(.*?)</bdi></h3>', page) == ["Ann", "Bob"]
    assert page.count('class="chart-line" data-nth="1"') == 2
    assert f"/results/{logs[0].pk}?with={logs[1].pk}&amp;ply=" in page


def test_nobody_reads_or_asks_before_the_close_nor_of_what_was_called_off(stranger, mine, contest, rival):
    competition = contest()
    log = play(competition, rival, [])
    part = f"/results/{log.pk}/review"
    for browser in (stranger, mine):
        read(browser, part, 404)
        assert browser.post(part).status_code == 404
    close(competition)
    read(stranger, part)
    Competition.objects.update(cancelled_at=timezone.now())
    read(stranger, part, 404)
    assert stranger.post(part).status_code == 404
    assert not AnalysedLog.objects.exists()
    read(stranger, "/results/2222222222222222/review", 404)


def test_it_is_read_in_few_queries_however_long_the_game(stranger, over, django_assert_max_num_queries):
    log, path = over(longest=40)
    analysed(log)
    with django_assert_max_num_queries(9):
        read(stranger, f"{path}/review")
