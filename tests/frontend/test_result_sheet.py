"""The result sheet: the whole standings on a page to be printed."""

import re

import pytest

from competitions.models import Competition, SolvedRound
from frontend.scoreboard import result_sheet

from .playing import close, enter, play
from .reading import read, says

pytestmark = pytest.mark.django_db


def sheet_of(browser, competition, query=""):
    return read(browser, f"/c/{competition.pk}/sheet{query}")


def lines(page):
    """The words in each row of the table."""
    body = re.search(r"<tbody>(.*?)</tbody>", page, re.S)
    rows = re.findall(r"<tr>(.*?)</tr>", body[1] if body else "", re.S)
    spoken = [re.sub(r'<span[^>]*aria-hidden="true">.*?</span>', "", row) for row in rows]
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in spoken]


def test_everybody_stands_on_it_with_rank_name_rounds_and_total(stranger, contest, player):
    competition = contest("wish", "wish", ranking="matchpoints", tie_break=["moves"])
    for name in ("Ada", "Bo <b>"):
        play(competition, player(name), [], number=1)
    play(competition, player("Cy"), [], number=2)
    enter(competition, player("Dee"))
    close(competition)
    page = sheet_of(stranger, competition)
    # Ada and Bo tie in one round, and Cy is alone in the other: each half of what it may give.
    assert lines(page) == [
        "joint 1 Ada 25.00 32 50.00 not played 0 moves",
        "joint 1 Bo &lt;b&gt; 25.00 32 50.00 not played 0 moves",
        "joint 1 Cy 25.00 not played 32 50.00 0 moves",
        "not ranked Dee no total not played not played",
    ]
    says(page, f"http://testserver/c/{competition.pk}", competition.rounds.all()[0].deal.seed)


def test_a_large_field_takes_several_sheets(stranger, contest, player, monkeypatch):
    monkeypatch.setattr(result_sheet, "ROWS", 2)
    competition = contest()
    for name in ("Ada", "Bo", "Cy"):
        play(competition, player(name), [])
    first, second = (lines(sheet_of(stranger, competition, f"?page={n}")) for n in (1, 2))
    assert (len(first), len(second)) == (2, 1)
    assert len({*first, *second}) == 3
    for page in ("3", "0", "x"):
        read(stranger, f"/c/{competition.pk}/sheet", 404, page=page)


def test_it_counts_as_work(stranger, contest, monkeypatch):
    competition = contest()
    monkeypatch.setattr(result_sheet, "PAGE_COST", 100_000)
    assert [stranger.get(f"/c/{competition.pk}/sheet").status_code for _ in range(2)] == [200, 429]


@pytest.mark.parametrize("rounds", [1, 12])
def test_many_rounds_stand_in_one_column(stranger, contest, rival, rounds):
    competition = contest(*["wish"] * rounds)
    play(competition, rival, [])
    page = sheet_of(stranger, competition)
    assert ("Rounds 1 to 12" in page) == (rounds == 12)
    assert re.search(r'<td colspan="(\d+)">', page)[1] == {1: "3", 12: "4"}[rounds]


def test_a_contest_that_is_over_leads_to_it(stranger, contest, rival):
    play(competition := contest(), rival, [])
    path = f"/c/{competition.pk}"
    says(read(stranger, path), lacks=[f'href="{path}/sheet"'])
    close(competition)
    says(read(stranger, path), f'href="{path}/sheet"')
    Competition.objects.filter(pk=competition.pk).update(certified_at=competition.created_at)
    says(read(stranger, path), f'href="{path}/sheet"')


def test_it_says_that_par_is_still_missing(stranger, contest, rival):
    play(competition := contest("wish"), rival, [])
    missing = "is still being computed"
    says(sheet_of(stranger, competition), lacks=[missing])
    close(competition)
    SolvedRound.objects.create(round=competition.rounds.get())
    says(sheet_of(stranger, competition), missing)
    SolvedRound.objects.update(due=False)
    says(sheet_of(stranger, competition), lacks=[missing])
