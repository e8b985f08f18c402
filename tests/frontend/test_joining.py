"""Joining from a page."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from competitions.models import Attempt, Player
from competitions.play import dealer
from competitions.refusals import Refusal

from .forms import shown_in
from .playing import close, enter, play

pytestmark = pytest.mark.django_db


def at_a_glance(browser, competition):
    """The head of the page, in one line."""
    page = browser.get(f"/c/{competition.pk}").content.decode()
    return " ".join(re.search(r'<ul class="facts glance">.*?</ul>', page, re.S).group(0).split())


def test_a_stranger_is_in_with_nothing_but_a_name(stranger, contest):
    competition = contest()
    answer = stranger.post(f"/c/{competition.pk}/join", {"name": "  A\x00da  Lovelace "})
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/c/{competition.pk}"
    assert [entry.player.name for entry in competition.entries.all()] == ["Ada Lovelace"]
    page = stranger.get(answer.headers["Location"]).content.decode()
    assert "You are in" in page
    assert "Ada Lovelace" in page
    session = stranger.cookies["sessionid"]
    assert session["max-age"] > 300 * 24 * 3600
    assert session["httponly"]


def test_a_known_player_presses_a_button(browser_of, contest, rival):
    competition = contest()
    browser = browser_of(rival)
    page = browser.get(f"/c/{competition.pk}").content.decode()
    assert "Play as" in page
    assert 'name="name"' not in page
    for _ in range(2):  # joining twice is joining once
        assert browser.post(f"/c/{competition.pk}/join").status_code == 302
    assert competition.entries.get().player == rival


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Please give a name"),
        ("x", "2 to 24 characters"),
        ("x" * 25, "2 to 24 characters"),
        ("\u200b\u200b\u200b", "2 to 24 characters"),
        ("Rаy Rival", "mixes Cyrillic and Latin"),  # noqa: RUF001 -- a Cyrillic letter that looks Latin
    ],
)
def test_a_bad_name_is_told_beside_the_field_and_makes_nobody(stranger, contest, rival, name, sentence):
    competition = contest()
    before = Player.objects.count()
    answer = stranger.post(f"/c/{competition.pk}/join", {"name": name})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert Player.objects.count() == before
    assert "sessionid" not in stranger.cookies


def test_the_invite_code_is_needed_and_a_wrong_one_makes_nobody(stranger, contest):
    competition = contest(access="invite")
    before = Player.objects.count()
    for code in ("", "wrong", "é", "x" * 9999):
        answer = stranger.post(f"/c/{competition.pk}/join", {"name": "Ada", "invite": code})
        assert answer.status_code == 422
    assert "sessionid" not in stranger.cookies
    assert (
        "Joining needs the organiser&#x27;s invite code: it is missing, or wrong." in answer.content.decode()
    )
    assert Player.objects.count() == before
    answer = stranger.post(f"/c/{competition.pk}/join", {"name": "Ada", "invite": f" {competition.invite} "})
    assert answer.status_code == 302


def test_an_invite_link_fills_in_the_code(stranger, contest):
    competition = contest(access="invite")
    for place in ("", "/rounds/1"):
        page = stranger.get(f"/c/{competition.pk}{place}?invite={competition.invite}").content.decode()
        assert f'value="{competition.invite}"' in page


def test_nobody_joins_after_the_last_round(stranger, contest):
    competition = contest()
    close(competition)
    answer = stranger.post(f"/c/{competition.pk}/join", {"name": "Late"})
    assert answer.status_code == 422
    assert not Player.objects.filter(name="Late").exists()


def test_reading_the_address_of_the_form_leads_to_the_page(stranger, contest):
    competition = contest()
    assert stranger.get(f"/c/{competition.pk}/join").headers["Location"] == f"/c/{competition.pk}"


def test_one_press_leads_from_the_link_to_the_table(regular, contest):
    competition = contest("wish", "well", play="sealed")
    assert "Play round 1" in regular.get(f"/c/{competition.pk}").content.decode()
    answer = regular.post(f"/c/{competition.pk}/join", {"name": "Ada", "then": "play"})
    assert answer.headers["Location"] == f"/c/{competition.pk}/rounds/1"
    assert "play-start" in regular.get(answer.headers["Location"]).content.decode()
    assert [attempt.entry.player.name for attempt in Attempt.objects.all()] == ["Ada"]


def test_the_page_of_a_round_deals_that_round(regular, contest):
    competition = contest("wish", "well")
    answer = regular.post(f"/c/{competition.pk}/join", {"name": "Ada", "then": "play", "round": "2"})
    assert answer.headers["Location"] == f"/c/{competition.pk}/rounds/2"
    assert Attempt.objects.get().round.number == 2


def test_who_presses_play_again_is_at_the_same_table(browser_of, rival, contest):
    competition = contest(play="sealed")
    browser = browser_of(rival)
    browser.cookies["practised"] = "three-by-three"
    for _ in range(2):
        answer = browser.post(f"/c/{competition.pk}/join", {"then": "play"})
        assert answer.headers["Location"] == f"/c/{competition.pk}/rounds/1"
    assert Attempt.objects.count() == 1


def test_who_has_played_is_led_to_the_result(browser_of, rival, contest):
    competition = contest()
    play(competition, rival, [])
    answer = browser_of(rival).post(f"/c/{competition.pk}/join", {"then": "play", "round": "1"})
    assert answer.headers["Location"] == f"/c/{competition.pk}/rounds/1"
    assert Attempt.objects.count() == 1


def test_before_the_start_there_is_nothing_to_play_and_joining_is_all(stranger, contest):
    competition = contest(opens_at=timezone.now() + timedelta(hours=1))
    assert 'value="play"' not in stranger.get(f"/c/{competition.pk}").content.decode()
    answer = stranger.post(f"/c/{competition.pk}/join", {"name": "Ada", "then": "play"})
    assert answer.headers["Location"] == f"/c/{competition.pk}"
    assert competition.entries.count() == 1


def test_cards_that_cannot_be_dealt_any_more_leave_the_player_in_and_say_why(regular, contest, monkeypatch):
    def closed(**_):
        raise Refusal("round_not_open", "This round is closed.")

    monkeypatch.setattr(dealer, "start_attempt", closed)
    competition = contest()
    answer = regular.post(f"/c/{competition.pk}/join", {"name": "Ada", "then": "play"})
    assert answer.status_code == 409
    assert "This round is closed." in answer.content.decode()
    assert competition.entries.get().player.name == "Ada"
    assert "sessionid" in regular.cookies


def test_a_form_that_is_sent_twice_joins_once_though_the_first_answer_was_lost(stranger, contest):
    competition = contest(play="sealed")
    shown = shown_in(stranger.get(f"/c/{competition.pk}").content.decode())
    for _ in range(2):
        browser = Client()
        browser.cookies["practised"] = "three-by-three"
        answer = browser.post(f"/c/{competition.pk}/join", {**shown, "name": "Ada", "then": "play"})
        assert answer.headers["Location"] == f"/c/{competition.pk}/rounds/1"
        assert "sessionid" in browser.cookies
    assert (competition.entries.count(), Attempt.objects.count()) == (1, 1)
    other = Client()
    other.cookies["csrftoken"] = stranger.cookies["csrftoken"].value
    shown = shown_in(other.get(f"/c/{competition.pk}").content.decode())
    assert other.post(f"/c/{competition.pk}/join", {**shown, "name": "Ada"}).status_code == 302
    assert competition.entries.count() == 2, "another form, another Ada, whatever the browser's cookie is"


def test_a_press_that_joins_and_plays_does_both_though_the_name_is_numbered(regular, contest, player):
    competition = contest(play="open")
    enter(competition, player("Ian"))
    answer = regular.post(f"/c/{competition.pk}/join", {"name": "lan", "then": "play"})
    assert answer.headers["Location"] == f"/c/{competition.pk}/rounds/1"
    assert Attempt.objects.get().entry.name == "lan 2"
    assert "you are <bdi>lan 2</bdi>" in regular.get(answer.headers["Location"]).content.decode()
    page = regular.get(f"/c/{competition.pk}").content.decode()
    assert page.count("You are shown here as <strong><bdi>lan 2</bdi></strong>: somebody else") == 1
    assert "<bdi>lan</bdi>" in regular.get("/me").content.decode()


def test_who_has_not_played_the_game_is_told_the_number_before_the_cards(stranger, contest, player):
    competition = contest(play="sealed")
    enter(competition, player("Ian"))
    stranger.post(f"/c/{competition.pk}/join", {"name": "Ian", "then": "join"})
    page = stranger.get(f"/c/{competition.pk}/rounds/1").content.decode()
    assert "You are shown here as <strong><bdi>Ian 2</bdi></strong>" in page


@pytest.mark.parametrize("change", [str.upper, "{}).".format, "{}\u201d ".format, "{} \u00a0".format])
def test_a_code_is_meant_however_it_was_copied(stranger, contest, change):
    competition = contest(access="invite")
    typed = change(competition.invite)
    page = stranger.get(f"/c/{competition.pk}", {"invite": typed}).content.decode()
    assert f'value="{competition.invite}"' in page
    joined = stranger.post(f"/c/{competition.pk}/join", {"name": "Ada", "invite": typed})
    assert joined.status_code == 302


def test_the_organiser_of_an_invite_only_contest_is_in_with_one_press(browser_of, owner, contest):
    competition = contest(access="invite")
    browser = browser_of(owner)
    assert 'name="invite"' not in browser.get(f"/c/{competition.pk}").content.decode()
    answer = browser.post(f"/c/{competition.pk}/join", {"then": "play"})
    assert answer.headers["Location"] == f"/c/{competition.pk}/rounds/1"


def test_the_page_says_what_is_played_until_when_and_by_how_many(stranger, contest, player):
    closing = timezone.now() + timedelta(hours=3)
    competition = contest("wish", "well", "wish", closes_at=closing)
    head = at_a_glance(stranger, competition)
    assert "Three deals of Wish and Well: the lowest total wins" in head
    assert f'data-until="{closing.isoformat()}"' in head
    assert "by <bdi>Olga Owner</bdi>" in head
    assert "0 players" in head
    enter(competition, player("Ann"))
    page = stranger.get(f"/c/{competition.pk}").content.decode()
    assert "is in" not in page
    assert page.count("1 player<") == 2, "in the head as on the scoreboard, which alone has the names"


def test_who_comes_late_is_told_before_the_one_press_that_there_is_less_time_than_usual(regular, contest):
    now = timezone.now()
    competition = contest(play="sealed", time_limit_s=3600, closes_at=now + timedelta(minutes=10))
    page = regular.get(f"/c/{competition.pk}").content.decode()
    assert "your one attempt begins: you have 1 hour." in page
    assert re.search(r"Only \w+ minutes are left</strong> until the round closes", page)
    in_time = contest(play="sealed", time_limit_s=60, closes_at=now + timedelta(minutes=10))
    assert "are left" not in regular.get(f"/c/{in_time.pk}").content.decode()


def test_a_full_contest_says_so_before_anybody_gives_a_name(stranger, browser_of, contest, player):
    competition = contest(max_entries=2)
    ann, ben = player("Ann"), player("Ben")
    places = (f"/c/{competition.pk}", f"/c/{competition.pk}/rounds/1")
    enter(competition, ann)
    for place in places:
        assert "Join in" in stranger.get(place).content.decode()
    enter(competition, ben)
    for place in places:
        page = stranger.get(place).content.decode()
        assert "This contest is full" in page
        assert "All 2 places are taken." in page
        assert "Join in" not in page
        assert "is full" not in browser_of(ben).get(place).content.decode()
    late = stranger.post(f"/c/{competition.pk}/join", {"name": "Cy", "then": "join"})
    assert late.status_code in (409, 422)


def test_a_first_game_is_not_dealt_before_its_player_has_seen_what_is_coming(stranger, contest):
    competition = contest("wish", play="sealed", time_limit_s=600)
    page = stranger.get(f"/c/{competition.pk}").content.decode()
    assert "it does not deal the cards yet" in page
    assert "your one attempt begins" not in page
    answer = stranger.post(f"/c/{competition.pk}/join", {"name": "Ada", "then": "play"})
    assert answer.headers["Location"] == f"/c/{competition.pk}/rounds/1"
    page = stranger.get(answer.headers["Location"]).content.decode()
    assert not Attempt.objects.exists()
    for text in (
        "Your cards are waiting",
        "Your first game of Wish here?",
        "Practise first",
        "See how it goes",
        "Deal the cards",
    ):
        assert text in page
    assert stranger.post(f"/c/{competition.pk}/rounds/1/deal").status_code == 302
    assert Attempt.objects.count() == 1


def test_who_has_ended_a_game_of_this_kind_is_dealt_the_next_at_once(browser_of, rival, contest):
    play(contest("wish"), rival, [])
    known, new = contest("wish", play="sealed"), contest("well", play="sealed")
    for competition in (known, new):
        browser_of(rival).post(f"/c/{competition.pk}/join", {"then": "play"})
    assert [attempt.round.competition for attempt in Attempt.objects.filter(ended_at=None)] == [known]


def test_who_has_practised_in_this_browser_is_dealt_the_cards_at_once(stranger, contest):
    competition = contest("wish", play="sealed")
    stranger.cookies["practised"] = "well.wish"
    assert "your one attempt begins" in stranger.get(f"/c/{competition.pk}").content.decode()
    stranger.post(f"/c/{competition.pk}/join", {"name": "Ada", "then": "play"})
    assert Attempt.objects.count() == 1


def test_where_attempts_are_left_after_it_the_first_is_dealt_at_once(stranger, contest):
    competition = contest("wish", attempts=None)
    stranger.post(f"/c/{competition.pk}/join", {"name": "Ada", "then": "play"})
    assert Attempt.objects.count() == 1
