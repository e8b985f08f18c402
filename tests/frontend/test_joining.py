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
from .reading import press, read, refused, says

pytestmark = pytest.mark.django_db


def page_of(competition, more=""):
    return f"/c/{competition.pk}{more}"


def join(browser, competition, **form):
    """Send the form of joining; return where it leads to, without the address of the contest."""
    return press(browser, page_of(competition, "/join"), form).removeprefix(page_of(competition))


def test_a_stranger_is_in_with_nothing_but_a_name(stranger, contest):
    competition = contest()
    assert stranger.get(page_of(competition, "/join")).headers["Location"] == page_of(competition)
    assert join(stranger, competition, name="  A\x00da  Lovelace ") == ""
    assert [entry.player.name for entry in competition.entries.all()] == ["Ada Lovelace"]
    says(read(stranger, page_of(competition)), "You are in", "Ada Lovelace")
    session = stranger.cookies["sessionid"]
    assert session["max-age"] > 300 * 24 * 3600
    assert session["httponly"]


def test_a_known_player_presses_a_button(mine, desk, contest, rival):
    competition, invited = contest(), contest(access="invite")
    says(read(mine, page_of(competition)), "Play as", lacks=['name="name"'])
    for _ in range(2):  # joining twice is joining once
        join(mine, competition)
    assert competition.entries.get().player == rival
    says(read(desk, page_of(invited)), lacks=['name="invite"'])
    assert join(desk, invited, then="play") == "/rounds/1"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Please give a name"),
        *((name, "2 to 24 characters") for name in ("x", "x" * 25, "\u200b\u200b\u200b")),
        ("Rаy Rival", "mixes Cyrillic and Latin"),  # noqa: RUF001 -- a Cyrillic letter that looks Latin
    ],
)
def test_a_bad_name_is_told_beside_the_field_and_makes_nobody(stranger, contest, rival, name, sentence):
    competition, before = contest(), Player.objects.count()
    says(refused(stranger, page_of(competition, "/join"), name=name), sentence)
    assert Player.objects.count() == before
    assert "sessionid" not in stranger.cookies


def test_the_invite_code_is_needed_and_a_wrong_one_makes_nobody(stranger, contest):
    competition, before = contest(access="invite"), Player.objects.count()
    for code in ("", "wrong", "é", "x" * 9999):
        page = refused(stranger, page_of(competition, "/join"), name="Ada", invite=code)
    says(page, "Joining needs the organiser&#x27;s invite code: it is missing, or wrong.")
    assert "sessionid" not in stranger.cookies
    assert Player.objects.count() == before
    changes = (" {} ".format, str.upper, "{}).".format, "{}\u201d ".format, "{} \u00a0".format)
    for change in changes:  # the code is meant however it was copied
        typed = change(competition.invite)
        for place in ("", "/rounds/1"):
            page = read(stranger, page_of(competition, place), invite=typed)
            says(page, f'value="{competition.invite}"')
        join(Client(), competition, name="Ada", invite=typed)
    assert competition.entries.count() == len(changes)


def test_nobody_joins_after_the_last_round_or_when_it_is_full(stranger, browser_of, contest, player):
    over, full = contest(), contest(max_entries=2)
    close(over)
    refused(stranger, page_of(over, "/join"), name="Late")
    ann, ben = player("Ann"), player("Ben")
    for places, each in enumerate((ann, ben), start=1):
        enter(full, each)
        for place in ("", "/rounds/1"):
            page = read(stranger, page_of(full, place))
            if places == 1:
                says(page, "Join in")
            else:
                says(page, "This contest is full", "All 2 places are taken.", lacks=["Join in"])
                says(read(browser_of(ben), page_of(full, place)), lacks=["is full"])
    late = stranger.post(page_of(full, "/join"), {"name": "Late", "then": "join"})
    assert late.status_code in (409, 422)
    assert not Player.objects.filter(name="Late").exists()


def test_one_press_leads_from_the_link_to_the_table(regular, contest):
    competition = contest("wish", "well", play="sealed")
    says(read(regular, page_of(competition)), "Play round 1")
    assert join(regular, competition, name="Ada", then="play") == "/rounds/1"
    says(read(regular, page_of(competition, "/rounds/1")), "play-start")
    assert join(regular, competition, then="play", round="2") == "/rounds/2", "that round is dealt"
    assert join(regular, competition, then="play") == "/rounds/1", "the same table"
    made = Attempt.objects.order_by("round__number")
    assert [(each.entry.player.name, each.round.number) for each in made] == [("Ada", 1), ("Ada", 2)]


def test_who_has_played_is_led_to_the_result_and_before_the_start_joining_is_all(
    mine, rival, stranger, contest
):
    play(competition := contest(), rival, [])
    assert join(mine, competition, then="play", round="1") == "/rounds/1"
    assert Attempt.objects.count() == 1
    competition = contest(opens_at=timezone.now() + timedelta(hours=1))
    says(read(stranger, page_of(competition)), lacks=['value="play"'])
    assert join(stranger, competition, name="Ada", then="play") == ""
    assert competition.entries.count() == 1


def test_cards_that_cannot_be_dealt_any_more_leave_the_player_in_and_say_why(regular, contest, monkeypatch):
    def closed(**_):
        raise Refusal("round_not_open", "This round is closed.")

    monkeypatch.setattr(dealer, "start_attempt", closed)
    competition = contest()
    page = refused(regular, page_of(competition, "/join"), status=409, name="Ada", then="play")
    says(page, "This round is closed.")
    assert competition.entries.get().player.name == "Ada"
    assert "sessionid" in regular.cookies


def test_a_form_that_is_sent_twice_joins_once_though_the_first_answer_was_lost(stranger, contest):
    competition = contest(play="sealed")
    shown = shown_in(read(stranger, page_of(competition)))
    for _ in range(2):
        browser = Client()
        browser.cookies["practised"] = "three-by-three"
        assert join(browser, competition, **{**shown, "name": "Ada", "then": "play"}) == "/rounds/1"
        assert "sessionid" in browser.cookies
    assert (competition.entries.count(), Attempt.objects.count()) == (1, 1)
    other = Client()
    other.cookies["csrftoken"] = stranger.cookies["csrftoken"].value
    join(other, competition, **{**shown_in(read(other, page_of(competition))), "name": "Ada"})
    assert competition.entries.count() == 2, "another form, another Ada, whatever the browser's cookie is"


def test_a_press_that_joins_and_plays_does_both_though_the_name_is_numbered(
    regular, stranger, contest, player
):
    competition = contest(play="open")
    enter(competition, player("Ian"))
    assert join(regular, competition, name="lan", then="play") == "/rounds/1"
    assert Attempt.objects.get().entry.name == "lan 2"
    says(read(regular, page_of(competition, "/rounds/1")), 'you are <bdi lang="">lan 2</bdi>')
    page = read(regular, page_of(competition))
    assert (
        page.count('You are shown here as <strong><bdi lang="">lan 2</bdi></strong>, because somebody else')
        == 1
    )
    says(read(regular, "/me"), '<bdi lang="">lan</bdi>')
    join(stranger, competition, name="Ian", then="join")  # told before the first cards
    page = read(stranger, page_of(competition, "/rounds/1"))
    says(page, 'You are shown here as <strong><bdi lang="">Ian 3</bdi></strong>')


def test_the_page_says_what_is_played_until_when_and_by_how_many(stranger, contest, player):
    closing = timezone.now() + timedelta(hours=3)
    competition = contest("wish", "well", "wish", closes_at=closing)
    head = re.search(r'<ul class="facts glance">.*?</ul>', read(stranger, page_of(competition)), re.S).group(
        0
    )
    what = "Three deals of Wish and Well: the lowest total wins"
    until = f'data-until="{closing.isoformat()}"'
    says(" ".join(head.split()), what, until, 'by <bdi lang="">Olga Owner</bdi>', "0 players")
    enter(competition, player("Ann"))
    page = read(stranger, page_of(competition))
    assert "is in" not in page
    assert page.count("1 player<") == 2, "in the head as on the scoreboard, which alone has the names"


def test_who_comes_late_is_told_before_the_one_press_that_there_is_less_time_than_usual(regular, contest):
    closing = timezone.now() + timedelta(minutes=10)
    late, in_time = (contest(play="sealed", time_limit_s=each, closes_at=closing) for each in (3600, 60))
    page = read(regular, page_of(late))
    says(page, "your one attempt begins: you have 1 hour.")
    assert re.search(r"Only \w+ minutes are left</strong> until the round closes", page)
    says(read(regular, page_of(in_time)), lacks=["are left"])


def test_a_first_game_is_not_dealt_before_its_player_has_seen_what_is_coming(stranger, contest):
    competition = contest("wish", play="sealed", time_limit_s=600)
    begins = "your one attempt begins"
    says(read(stranger, page_of(competition)), "it does not deal the cards yet", lacks=[begins])
    assert join(stranger, competition, name="Ada", then="play") == "/rounds/1"
    page = read(stranger, page_of(competition, "/rounds/1"))
    assert not Attempt.objects.exists()
    first = ("Is this your first game of Wish here?", "Practise first", "Show me how", "Deal the cards")
    says(page, "Your cards are waiting", *first)
    press(stranger, page_of(competition, "/rounds/1/deal"))
    assert Attempt.objects.count() == 1
    practised = Client()
    practised.cookies["practised"] = "well.wish"
    says(read(practised, page_of(competition)), begins)
    join(practised, competition, name="Bea", then="play")
    assert Attempt.objects.count() == 2, "who has practised in this browser is dealt the cards at once"
    join(Client(), contest("wish", attempts=None), name="Cy", then="play")
    assert Attempt.objects.count() == 3, "and who has attempts left after it, too"


def test_who_has_ended_a_game_of_this_kind_is_dealt_the_next_at_once(mine, rival, contest):
    play(contest("wish"), rival, [])
    known, new = contest("wish", play="sealed"), contest("well", play="sealed")
    for competition in (known, new):
        join(mine, competition, then="play")
    assert [attempt.round.competition for attempt in Attempt.objects.filter(ended_at=None)] == [known]
