"""One button on a shared result: the same cards, in the contest or in practice, and none before its time."""

import re

import pytest

from competitions.models import Attempt

from ..playing import close, enter, play, play_sealed, start
from ..reading import says

pytestmark = pytest.mark.django_db


def panel(browser, log):
    """What is offered at the top of a result's page, in one line; nothing where there is no such panel."""
    page = browser.get(f"/results/{log.pk}").content.decode()
    found = re.search(r'<section class="panel joining beating-it".*?</section>', page, re.S)
    return " ".join(found.group(0).split()) if found else ""


def buttons(text):
    """The buttons and links of a panel, but for the second choice beside playing."""
    found = re.findall(r'class="button(?: primary)?"[^>]*>(.*?)</', text)
    return [each for each in found if each != "Only join"]


def test_a_stranger_plays_the_same_cards_of_an_open_contest_in_it(regular, contest, rival):
    log = play(contest("wish"), rival, [])
    shown = panel(regular, log)
    assert buttons(shown) == ["Play the same cards"]
    path = re.search(r'action="(.*?)"', shown).group(1)
    answer = regular.post(path, {"name": "Ada", "then": "play", "round": "1"})
    assert answer.headers["Location"] == f"/c/{log.round.competition_id}/rounds/1"
    assert Attempt.objects.filter(ended_at=None).get().entry.player.name == "Ada"


def test_while_a_sealed_round_runs_a_stranger_plays_in_the_contest_and_learns_no_seed(
    stranger, contest, rival
):
    competition = contest("wish", play="sealed")
    log = play_sealed(competition, rival, [])
    shown = panel(stranger, log)
    assert buttons(shown) == ["Play in this contest"]
    assert "/practice/" not in shown
    assert log.round.deal.seed not in stranger.get(f"/results/{log.pk}").content.decode()


def test_who_has_played_a_sealed_round_gets_no_cards_before_the_close(browser_of, contest, player, rival):
    competition = contest("wish", play="sealed")
    theirs, mine = (play_sealed(competition, who, []) for who in (player("Eve"), rival))
    assert panel(browser_of(rival), theirs) == ""
    assert buttons(panel(browser_of(rival), mine)) == []


@pytest.mark.extra
@pytest.mark.parametrize("setting", ["open", "sealed"])
def test_after_the_close_anyone_practises_them_with_one_press(stranger, mine, contest, rival, setting):
    competition = contest("pyramid", play=setting)
    log = (play if setting == "open" else play_sealed)(competition, rival, [])
    close(competition)
    for browser in (stranger, mine):
        shown = panel(browser, log)
        assert buttons(shown) == ["Play the same cards", "Play against these standings"]
        path = re.search(r'href="(/practice/.*?)"', shown).group(1).replace("&amp;", "&")
        assert path == f"/practice/pyramid?seed={log.round.deal.seed}&draw=one"
        assert browser.get(path).status_code == 200


def test_a_round_that_is_over_by_the_clock_gives_no_cards_while_somebody_still_plays(
    stranger, contest, player, rival
):
    competition = contest("wish", play="sealed")
    log = play_sealed(competition, rival, [])
    start(competition, player("Eve"))
    close(competition)
    assert panel(stranger, log) == ""
    assert log.round.deal.seed not in stranger.get(f"/results/{log.pk}").content.decode()


@pytest.mark.extra
def test_who_is_in_is_dealt_the_cards_and_may_play_again_where_that_is_allowed(
    browser_of, contest, player, rival
):
    competition = contest("wish", attempts=2)
    log = play(competition, player("Eve"), [])
    enter(competition, rival)
    browser = browser_of(rival)
    shown = panel(browser, log)
    assert buttons(shown) == ["Play the same cards"]
    says(shown, 'action="/c/', "/rounds/1/deal")
    mine = play(competition, rival, [])
    assert buttons(panel(browser, mine)) == ["Play again"]
    browser.post(f"/c/{competition.pk}/rounds/1/deal")
    assert buttons(panel(browser, log)) == ["Go on playing"]


def test_the_player_shares_first(mine, stranger, contest, rival):
    log = play(contest("wish"), rival, [])
    assert "data-share" in panel(mine, log)
    assert "data-share" not in panel(stranger, log)
    assert "Can you beat it?" in panel(stranger, log)


def test_results_of_an_invite_only_contest_ask_nobody_for_a_code_again(desk, contest, rival):
    competition = contest("wish", access="invite")
    log = play(competition, rival, [])
    assert 'name="invite"' not in panel(desk, log)
