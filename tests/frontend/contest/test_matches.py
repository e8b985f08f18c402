"""The page of a duel: a match of two, as each of them, and others, may see it."""

import html
import re

import pytest
from django.utils import timezone

from competitions.contests.auto_close import close_if_all_have_played
from competitions.models import Competition, Player

from ..conftest import duel
from ..playing import enter, play_sealed
from ..reading import said, words

pytestmark = pytest.mark.django_db


def shown(browser, event):
    """The words of the match, without tags."""
    page = browser.get(f"/c/{event.pk}").content.decode()
    found = re.search(r'<section class="panel match".*?</section>', page, re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[0])) if found else None


@pytest.fixture
def match(owner, rival):
    """A duel of two rounds for the rival, who is in it."""
    made = duel(owner, rival, rounds=2)
    enter(made, rival)
    return made


@pytest.mark.extra
def test_it_says_whose_turn_it_is_and_leads_to_the_next_round(match, browser_of, owner, rival):
    assert "Both of you have to play" in shown(browser_of(owner), match)
    play_sealed(match, owner, [])
    assert "Your turn: Olga Owner has played more" in shown(browser_of(rival), match)
    assert "Play : round 2" in shown(browser_of(owner), match).replace("Play: ", "Play : ")
    other = shown(browser_of(rival), match)
    assert "played" in other
    assert "32" not in other, "what she scored is seen after one's own game"
    play_sealed(match, rival, [])
    assert shown(browser_of(rival), match).count("32") >= 2


@pytest.mark.extra
def test_whom_it_was_made_for_joins_on_its_page_and_nobody_else_sees_who_plays(
    browser_of, owner, rival, player, stranger
):
    made = duel(owner, rival)
    page = browser_of(rival).get(f"/c/{made.pk}").content.decode()
    assert "Olga Owner challenges you" in words(page)
    assert 'value="join"' in page
    assert "Waiting for Ray Rival to join" in shown(browser_of(owner), made)
    third = player("Third Party")
    for browser in (browser_of(third), stranger):
        assert browser.get(f"/c/{made.pk}/rounds/1").status_code == 302
        for path in ("", "/sheet", "/room", "/embed"):
            other = browser.get(f"/c/{made.pk}{path}").content.decode()
            assert "Olga Owner" not in other, path
            assert "Ray Rival" not in other, path
        assert "This duel is for two others" in browser.get(f"/c/{made.pk}").content.decode()
    refused = browser_of(third).post(f"/c/{made.pk}/join", {})
    assert refused.status_code == 422
    assert "Olga Owner" not in refused.content.decode()
    assert made.entries.count() == 1


def test_an_open_duel_is_taken_up_by_a_stranger_with_a_name(owner, browser_of, stranger):
    made = duel(owner)
    mine = browser_of(owner).get(f"/c/{made.pk}").content.decode()
    assert "Waiting for somebody to join" in mine
    assert f"/c/{made.pk}</code>" in mine
    assert "Wish" in html.unescape(re.findall(r'data-share="([^"]*)"', mine)[0])
    assert "Olga Owner challenges you" in shown(stranger, made)
    assert stranger.post(f"/c/{made.pk}/join", {"name": "Newcomer"}).status_code == 302
    assert "Both of you have to play" in shown(stranger, made)


def test_one_press_after_the_last_game_makes_one_rematch_for_both(browser_of, owner, rival):
    made = duel(owner, rival)
    play_sealed(made, owner, [])
    assert "Rematch" not in shown(browser_of(owner), made)
    too_soon = browser_of(owner).post(f"/c/{made.pk}/rematch")
    assert too_soon.status_code == 409
    assert "still on" in too_soon.content.decode()
    play_sealed(made, rival, [])
    pressed = [browser_of(each).post(f"/c/{made.pk}/rematch") for each in (owner, rival)]
    [again] = Competition.objects.filter(rematch_of=made)
    assert {each.headers["Location"] for each in pressed} == {f"/c/{again.pk}"}
    assert "A draw" in shown(browser_of(rival), made)
    assert "Both of you have to play" in shown(browser_of(rival), again)


def test_the_winner_of_a_duel_is_told(browser_of, owner, rival, stranger):
    made = duel(owner)
    play_sealed(made, owner, [])
    enter(made, rival)
    Competition.objects.filter(pk=made.pk).update(closes_at=timezone.now())
    assert "You won" in shown(browser_of(owner), made)
    assert "Olga Owner won" in shown(browser_of(rival), made)
    assert "Olga Owner won" in shown(stranger, made)
    close_if_all_have_played(competition_id=made.pk, now=timezone.now())


def test_a_duel_is_made_by_one_press_on_a_result_and_on_a_players_page(contest, browser_of, owner, rival):
    event = contest("pyramid", play="sealed", others="finished")
    logs = {each: play_sealed(event, each, []) for each in (owner, rival)}
    browser = browser_of(owner)
    entry = event.entries.get(player=rival)
    for path in (f"/results/{logs[rival].pk}", f"/c/{event.pk}/players/{entry.pk}"):
        page = browser.get(path).content.decode()
        [form] = re.findall(r'<form method="post" action="/duels".*?</form>', page, re.S)
        assert "Ray Rival" in form
        sent = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
        sent.pop("csrfmiddlewaretoken", None)
        made = browser.post("/duels", sent)
        assert made.status_code == 302
        assert browser.post("/duels", sent).headers["Location"] == made.headers["Location"]
        competition = Competition.read(made.headers["Location"].rpartition("/")[2])
        assert (competition.kind, competition.against) == ("duel", rival)
        assert competition.rounds.all()[0].deal.game_slug == "pyramid"
    assert "Duel a friend" in browser.get(f"/results/{logs[owner].pk}").content.decode()


def test_who_asks_for_a_duel_with_somebody_who_has_left_hears_so(browser_of, owner, rival):
    Player.objects.filter(pk=rival.pk).update(left_at=timezone.now())
    answer = browser_of(owner).post("/duels", {"game": "wish", "against": rival.pk})
    assert (answer.status_code, "That player plays no more." in answer.content.decode()) == (409, True)
    assert not Competition.objects.exists()


@pytest.mark.parametrize(
    "form", [{}, {"game": "poker"}, {"game": "wish", "rounds": "10"}, {"game": "wish", "against": "x"}]
)
def test_what_no_button_sends_makes_nothing(browser_of, owner, stranger, form):
    assert browser_of(owner).post("/duels", form).status_code == 400
    assert stranger.post("/duels", {"game": "wish"}).status_code == 302
    assert not Competition.objects.exists()


@pytest.mark.extra
def test_home_leads_to_a_duel_that_waits_and_my_contests_say_whose_turn_it_is(browser_of, owner, rival):
    made = duel(owner, rival)
    assert "Olga Owner challenges you" in said(browser_of(rival), "/")
    assert "Nobody has joined yet" in browser_of(owner).get("/contests/mine").content.decode()
    enter(made, rival)
    play_sealed(made, owner, [])
    assert f'href="/c/{made.pk}' in browser_of(rival).get("/").content.decode()
    assert "Your turn: Olga Owner has played" in said(browser_of(rival), "/contests/mine")
    assert "Ray Rival is to play" in said(browser_of(owner), "/contests/mine")
