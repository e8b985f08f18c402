"""How good a game was: by one yardstick on each page, which is the field from ten results on."""

import re
from datetime import UTC, datetime

import pytest
from django.db.models import F

from competitions.models import Competition, Log
from tests.competitions.stored import end_round, enter_many

from ..playing import close, first_move, play
from ..rounds import page_of

pytestmark = pytest.mark.django_db

NOW = datetime.now(UTC)
BOT = "Our bot usually ends such deals with 0 to 10, and fewer is better."


@pytest.fixture
def played(contest, rival):
    """A game of Wish that left 30 cards, beside others' with these scores."""

    def played(scores):
        competition = contest("wish")
        log = play(competition, rival, [first_move(competition)])
        Competition.objects.update(changes=F("changes") + 1)
        [changes] = Competition.objects.values_list("changes", flat=True)
        entries = enter_many(competition, [f"Other {n}" for n in range(len(scores))], NOW, changed=changes)
        ended = end_round(entries, log.round, scores, NOW)
        Log.objects.bulk_create(
            Log(entry=each.entry, round=each.round, attempt=each, moves="[]", received_at=NOW)
            for each in ended
        )
        Competition.objects.update(entrants=F("entrants") + len(scores))
        return competition, log

    return played


@pytest.fixture
def pages(stranger, browser_of, rival):
    """The result's page for a stranger, and the round's for the player."""

    def pages(competition, log):
        return stranger.get(f"/results/{log.pk}").content.decode(), page_of(browser_of(rival), competition)

    return pages


@pytest.mark.parametrize(
    ("scores", "signs", "words"),
    [
        ([30] * 8, None, BOT),
        ([30] * 9, "★★☆", "The median is 30, the best 30 so far."),  # joint 1st
        ([32] * 5 + [20] * 4, "★☆☆", "Better than 5 of 9 so far; the median is 31, the best 20."),
        ([32] * 2 + [20] * 7, None, "Better than 2 of 9 so far; the median is 20, the best 20."),
    ],
)
def test_the_field_judges_once_ten_have_ended_and_our_bot_before(played, pages, scores, signs, words):
    for page in pages(*played(scores)):
        assert words in page
        assert ("Our bot" in page) == (words == BOT)
        assert re.findall(r"[★☆]{3}", page) == ([signs] if signs else [])


@pytest.mark.parametrize(("others", "medals"), [(9, True), (8, False)])
def test_a_page_with_medals_has_no_stars(played, pages, others, medals):
    competition, log = played([31] * others)
    close(competition)
    for page in pages(competition, log):
        assert ("<dt>Medals</dt><dd><strong>Gold</strong>" in page) == medals
        assert re.findall(r"[★☆]{3}", page) == []
