"""What a contest's page says of its settings, in plain words."""

import re
from datetime import timedelta
from fractions import Fraction

import pytest
from django.template import engines
from django.utils import timezone
from django.utils.translation import override

from competitions.endings.ending_sentences import number
from frontend.scoreboard.columns import amount_in_words, columns_of, written_number
from frontend.templatetags.evendeal import points
from frontend.wording.sentences import how_often, how_scored, how_ties_break, in_short, when_shown

from ..playing import enter
from ..reading import read, says

pytestmark = pytest.mark.django_db
SEALED = {"play": "sealed", "access": "unlisted"}


def text_of(page):
    """The words of a page, as people read them."""
    words = re.sub(r"<(script|style).*?</\1>|<[^>]*>", "", page.content.decode(), flags=re.S)
    return " ".join(words.replace("&#x27;", "'").split())


@pytest.mark.parametrize(
    ("ranking", "total"),
    [
        ("total", "7"),
        ("matchpoints", "7.00 %"),
        ("points", "7.00 points"),
        ("against_par", "7 worse than par"),
    ],
)
def test_a_total_in_a_sentence_says_its_unit(contest, ranking, total):
    assert amount_in_words(7, columns_of(contest("wish", ranking=ranking))) == total


@pytest.mark.parametrize(
    ("games", "settings", "line"),
    [
        (["wish"], {}, "One deal of Wish: fewest points win"),
        (["winabit"], {}, "One deal of WinABit, cheating loses the hand: most points win"),
        (["wish", "well"], {}, "Two deals of Wish and Well: the lowest total wins"),
        (["winabit"] * 2, {}, "Two deals of WinABit: the highest total wins"),
        (
            ["pyramid"] * 6,
            {**SEALED, "ranking": "matchpoints", "tie_break": ("moves",), "standings": "own"},
            "Six deals of Pyramid: matchpoints; ties by fewer moves; scores appear when you have played",
        ),
        (
            ["wish", "winabit", "well"] * 5,
            {**SEALED, "ranking": "points", "tie_break": ("wins", "time"), "standings": "final"},
            "15 deals of Wish, WinABit and Well: points for the first ten places; ties by more games won, "
            "then less time; scores appear when a round has closed",
        ),
    ],
)
def test_all_of_it_in_a_line_on_the_page_and_in_the_room(stranger, contest, games, settings, line):
    made = contest(*games, **settings)
    assert in_short(made) == line
    for path in (f"/c/{made.pk}", f"/c/{made.pk}/room"):
        assert line in text_of(stranger.get(path))


def test_how_it_is_scored_in_full_sentences(stranger, contest):
    lone, sums = contest("wish"), contest("winabit", "winabit")
    assert how_scored(lone) == "Fewest points win."
    assert how_scored(sums).startswith("Most points win. The scores of all rounds are added up")
    matchpoints = contest("wish", "winabit", ranking="matchpoints")
    assert how_scored(matchpoints).startswith("In each round you get 2 matchpoints")
    for made in (lone, sums, matchpoints):
        page = text_of(stranger.get(f"/c/{made.pk}"))
        assert page.count(how_scored(made)) >= 2  # above the scoreboard too
        assert how_ties_break(made) in page


def test_in_several_rounds_more_of_them_played_come_before_fewer_moves(contest):
    assert how_ties_break(contest("wish", tie_break=("moves",))).count(".") == 1
    sentence = how_ties_break(contest("wish", "wish", tie_break=("wins", "moves")))
    assert sentence.endswith("Players who played more rounds come first; then fewer moves decides.")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({}, "You play the deal once."),
        ({"attempts": 3}, "You may play the deal up to three times; the best attempt counts."),
        (
            {"attempts": 20, "counts": "first"},
            "You may play the deal up to 20 times; the first attempt counts.",
        ),
        ({"attempts": None}, "You may play the deal as often as you like; the best attempt counts."),
    ],
)
def test_how_often_a_deal_is_played(contest, settings, sentence):
    assert how_often(contest(**settings)) == sentence
    assert "each deal" in how_often(contest("wish", "wish"))


@pytest.mark.parametrize(
    ("standings", "word"), [("live", "as they come"), ("own", "have played"), ("final", "has closed")]
)
def test_when_scores_are_shown(stranger, contest, standings, word):
    made = contest(standings=standings, **SEALED)
    assert word in when_shown(made)
    assert when_shown(made) in text_of(stranger.get(f"/c/{made.pk}"))


def test_the_page_says_when_and_for_whom(stranger, contest):
    closing = timezone.now() + timedelta(hours=3)
    page = text_of(stranger.get(f"/c/{contest('wish', 'wish', closes_at=closing, max_entries=8).pk}"))
    assert re.search(r"All rounds from .* to .*, in any order\.", page)
    says(page, "Up to 8 players, until the last round has closed.", lacks=["Bots may not join"])
    page = text_of(stranger.get(f"/c/{contest(bots=False).pk}"))
    says(page, "the organiser says when it closes.", "Bots may not join.")
    made = contest("wish", "wish")
    made.rounds.filter(number=2).update(opens_at=closing)
    assert "Each round has its own time." in text_of(stranger.get(f"/c/{made.pk}"))


def test_a_freeze_is_announced_and_then_said_until_the_close(stranger, contest):
    now = timezone.now()
    made = contest(closes_at=now + timedelta(hours=3), freeze_at=now + timedelta(hours=2))
    paths = (f"/c/{made.pk}", f"/c/{made.pk}/room")
    for path in paths:
        shown = text_of(stranger.get(path))
        assert re.search(r"Scores made from \d[^.]* UTC on are hidden until the final reveal\.", shown)
    made.opens_at, made.freeze_at = now - timedelta(hours=2), now - timedelta(hours=1)
    made.save()
    for path in paths:
        assert re.search(
            r"Scores are hidden until the final reveal, \d[^.]* UTC\.", text_of(stranger.get(path))
        )
    made.closes_at = now - timedelta(minutes=1)
    made.save()
    for path in paths:
        assert "still" not in text_of(stranger.get(path))


def test_what_is_asked_is_open_for_newcomers_and_folded_for_entrants(rival, mine, stranger, contest):
    made = contest()
    assert re.search(r'<details class="panel terms[^>]* open', read(stranger, f"/c/{made.pk}"))
    enter(made, rival)
    assert not re.search(r'<details class="panel terms[^>]* open', read(mine, f"/c/{made.pk}"))


def test_the_organisers_words_have_paragraphs_and_links_and_nothing_else(stranger, contest):
    about = (
        "Tea & <b>cake</b> at eight.\nBring a friend.\n\n"
        'See https://club.example/?a=1&b=2" or javascript:alert(1).'
    )
    page = read(stranger, f"/c/{contest(about=about).pk}")
    shown = re.search(r'<div class="about" dir="auto" lang="">(.*?)</div>', page, re.S).group(1)
    assert shown.startswith("<p>Tea &amp; &lt;b&gt;cake&lt;/b&gt; at eight.<br>Bring a friend.</p>")
    assert shown.count("<p>") == 2
    links = re.findall(r"<a [^>]*>", shown)
    assert links == ['<a href="https://club.example/?a=1&amp;b=2" rel="nofollow noopener ugc">']
    assert 'class="about"' not in read(stranger, f"/c/{contest().pk}")


@pytest.mark.parametrize(
    "text",
    [
        ' rel="nofollow" onclick="alert(1)"',
        "http://[",
        "http://[::1",
        "https://a.example/' onmouseover='x",
        'www.example.org" rel="nofollow" x="',
        "https://xn--" + "a" * 70 + ".example",
        "https://\udcff.example",
        "http://" + "." * 1900,
        "(" * 900 + "http://a.example" + ")" * 900,
        "&;" * 900 + "http://a.example",
        "data:text/html,<script>alert(1)</script>",
    ],
)
def test_no_words_break_out_of_their_paragraph(text):
    filters = "{% load evendeal %}{{ text|urlize|unvouched|linebreaks }}"
    shown = engines["django"].from_string(filters).render({"text": text})
    rest = re.sub(r'<a href="https?://[^"<>]*" rel="nofollow noopener ugc">|</a>|</?p>|<br>', "", shown)
    assert not re.search(r"[<>\"']", rest)


def test_decimals_are_written_as_the_reader_writes_them():
    with override("de"):
        assert (number(8.5), written_number(66.67, 2), points(Fraction(43, 2))) == ("8,5", "66,67", "21,5")
