"""The page of a duel: a match of two, as each of them, and others, may see it."""

import html
import re

import pytest
from django.utils import timezone

from competitions.contests.auto_close import close_if_all_have_played
from competitions.models import Competition, Player

from ..conftest import duel
from ..playing import enter, play_sealed
from ..reading import press, read, refused, said, says, words

pytestmark = pytest.mark.django_db


def shown(browser, event):
    """The words of the match, without tags."""
    page = read(browser, f"/c/{event.pk}")
    found = re.search(r'<section class="panel match".*?</section>', page, re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[0])) if found else None


@pytest.mark.extra
def test_it_says_whose_turn_it_is_and_leads_to_the_next_round(desk, mine, owner, rival):
    enter(match := duel(owner, rival, rounds=2), rival)
    assert "Both of you have to play" in shown(desk, match)
    play_sealed(match, owner, [])
    assert "Your turn: Olga Owner has played more" in shown(mine, match)
    assert "Play : round 2" in shown(desk, match).replace("Play: ", "Play : ")
    other = shown(mine, match)
    assert "played" in other
    assert "32" not in other, "what she scored is seen after one's own game"
    play_sealed(match, rival, [])
    assert shown(mine, match).count("32") >= 2


@pytest.mark.extra
def test_whom_it_was_made_for_joins_on_its_page_and_nobody_else_sees_who_plays(
    browser_of, desk, mine, owner, rival, player, stranger
):
    made = duel(owner, rival)
    page = read(mine, f"/c/{made.pk}")
    assert "Olga Owner challenges you" in words(page)
    assert 'value="join"' in page
    assert "Waiting for Ray Rival to join" in shown(desk, made)
    third = player("Third Party")
    for browser in (browser_of(third), stranger):
        assert browser.get(f"/c/{made.pk}/rounds/1").status_code == 302
        for path in ("", "/sheet", "/room", "/embed"):
            says(read(browser, f"/c/{made.pk}{path}"), lacks=["Olga Owner", "Ray Rival"])
        says(read(browser, f"/c/{made.pk}"), "This duel is for two others")
    says(refused(browser_of(third), f"/c/{made.pk}/join"), lacks=["Olga Owner"])
    assert made.entries.count() == 1


def test_an_open_duel_is_taken_up_by_a_stranger_with_a_name(owner, desk, stranger):
    made = duel(owner)
    mine = read(desk, f"/c/{made.pk}")
    says(mine, "Waiting for somebody to join", f"/c/{made.pk}</code>")
    assert "Wish" in html.unescape(re.findall(r'data-share="([^"]*)"', mine)[0])
    assert "Olga Owner challenges you" in shown(stranger, made)
    press(stranger, f"/c/{made.pk}/join", name="Newcomer")
    assert "Both of you have to play" in shown(stranger, made)


def test_one_press_after_the_last_game_makes_one_rematch_for_both(browser_of, desk, mine, owner, rival):
    made = duel(owner, rival)
    play_sealed(made, owner, [])
    assert "Rematch" not in shown(desk, made)
    says(refused(desk, f"/c/{made.pk}/rematch", status=409), "still on")
    play_sealed(made, rival, [])
    pressed = [browser_of(each).post(f"/c/{made.pk}/rematch") for each in (owner, rival)]
    [again] = Competition.objects.filter(rematch_of=made)
    assert {each.headers["Location"] for each in pressed} == {f"/c/{again.pk}"}
    assert "A draw" in shown(mine, made)
    assert "Both of you have to play" in shown(mine, again)


def test_the_winner_of_a_duel_is_told(desk, mine, owner, rival, stranger):
    made = duel(owner)
    play_sealed(made, owner, [])
    enter(made, rival)
    Competition.objects.filter(pk=made.pk).update(closes_at=timezone.now())
    assert "You won" in shown(desk, made)
    assert "Olga Owner won" in shown(mine, made)
    assert "Olga Owner won" in shown(stranger, made)
    close_if_all_have_played(competition_id=made.pk, now=timezone.now())


def test_a_duel_is_made_by_one_press_on_a_result_and_on_a_players_page(contest, desk, owner, rival):
    event = contest("pyramid", play="sealed", others="finished")
    logs = {each: play_sealed(event, each, []) for each in (owner, rival)}
    entry = event.entries.get(player=rival)
    for path in (f"/results/{logs[rival].pk}", f"/c/{event.pk}/players/{entry.pk}"):
        page = read(desk, path)
        [form] = re.findall(r'<form method="post" action="/duels".*?</form>', page, re.S)
        assert "Ray Rival" in form
        sent = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
        sent.pop("csrfmiddlewaretoken", None)
        made = press(desk, "/duels", sent)
        assert press(desk, "/duels", sent) == made
        competition = Competition.read(made.rpartition("/")[2])
        assert (competition.kind, competition.against) == ("duel", rival)
        assert competition.rounds.all()[0].deal.game_slug == "pyramid"
    assert "Duel a friend" in read(desk, f"/results/{logs[owner].pk}")


def test_who_asks_for_a_duel_with_somebody_who_has_left_hears_so(desk, rival):
    Player.objects.filter(pk=rival.pk).update(left_at=timezone.now())
    page = refused(desk, "/duels", status=409, game="wish", against=rival.pk)
    says(page, "That player plays no more.")
    assert not Competition.objects.exists()


@pytest.mark.parametrize(
    "form", [{}, {"game": "poker"}, {"game": "wish", "rounds": "10"}, {"game": "wish", "against": "x"}]
)
def test_what_no_button_sends_makes_nothing(desk, stranger, form):
    assert desk.post("/duels", form).status_code == 400
    assert stranger.post("/duels", {"game": "wish"}).status_code == 302
    assert not Competition.objects.exists()


@pytest.mark.extra
def test_home_leads_to_a_duel_that_waits_and_my_contests_say_whose_turn_it_is(desk, mine, owner, rival):
    made = duel(owner, rival)
    assert "Olga Owner challenges you" in said(mine, "/")
    assert "Nobody has joined yet" in read(desk, "/contests/mine")
    enter(made, rival)
    play_sealed(made, owner, [])
    assert f'href="/c/{made.pk}' in read(mine, "/")
    assert "Your turn: Olga Owner has played" in said(mine, "/contests/mine")
    assert "Ray Rival is to play" in said(desk, "/contests/mine")
