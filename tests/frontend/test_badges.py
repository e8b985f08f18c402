"""A class or a club evening: the organiser prints badges, and each lets one named person in, by one press."""

import re
from html import unescape
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.test import Client
from django.utils import timezone

from competitions.accounts.become_account import make_account
from competitions.contests.badges.codes import code_of
from competitions.contests.badges.make_badges import make_badges, renew_badge
from competitions.contests.circles.membership import join_circle, make_circle
from competitions.contests.dailies.calendar import dailies_of, make_dailies, today
from competitions.contests.join import join
from competitions.contests.publish import publish
from competitions.contests.rename_player import change_player
from competitions.models import Badge, Entry, Names, NoticeMails, Player, Token
from competitions.refusals import Refusal
from tests.jobs.work import do_all_ready

from .accounts import ADDRESS, mails
from .desk.visiting import path_of, words_of
from .forms import shown_in
from .reading import press, read, refused, says

pytestmark = pytest.mark.django_db

CLASS = [*(f"Pupil {number}" for number in range(1, 27)), "Lucía", "Zoë", "Anna", "Anna"]


@pytest.fixture
def badges(owner):
    """Makes badges for names."""

    def make(competition, *names):
        return make_badges(competition=competition, organiser=owner, names=names, now=timezone.now())

    return make


def link_of(badge):
    return f"/badge?code={code_of(badge)}"


def come_in(browser, badge):
    """Open the link of a badge, and press the button; where it leads."""
    return press(browser, "/badge", shown_in(read(browser, link_of(badge))))


def turned_away(browser, badge):
    """What is said to somebody who presses the button for nothing."""
    return refused(browser, "/badge", shown_in(read(browser, link_of(badge))))


def player_in(browser):
    """Who the browser's session is for, if it has not ended."""
    return get_user(SimpleNamespace(session=browser.session))


@pytest.fixture
def anna(badges, contest):
    """The badge of Anna in a contest of its own, and the phone that came in with it."""
    [badge] = badges(contest(), "Anna")
    come_in(phone := Client(), badge)
    return badge, phone


def renew(badge):
    """Make it anew, as it is stored by now."""
    badge.refresh_from_db()
    organiser = badge.competition.organiser
    renew_badge(competition=badge.competition, organiser=organiser, badge=badge, now=timezone.now())
    badge.refresh_from_db()


@pytest.mark.extra
def test_a_class_of_thirty_is_in_by_its_badges(desk, contest, caplog):
    competition = contest("wish", play="sealed", access="invite")
    form = shown_in(read(desk, path_of(competition, "badges")))
    for _ in range(2):  # the answer was lost
        press(desk, path_of(competition, "badges"), form, names="\r\n\r\n".join(CLASS))
    sheet = read(desk, path_of(competition, "badges", "sheet"))
    assert len(re.findall(r'<p class="bearer">', sheet)) == 30
    assert "testserver/badge</strong>" in sheet
    codes = [code.replace(" ", "") for code in re.findall(r"<code>([\w ]+)</code>", sheet)]
    names = [unescape(name) for name in re.findall(r'class="bearer"><bdi lang="">(.*?)</bdi>', sheet)]
    assert names == [*CLASS[:-1], "Anna 2"]
    for code, name in zip(codes, names, strict=True):
        phone = Client()
        page = read(phone, "/badge", code=f" {code.upper()}")
        assert f'I am <bdi lang="">{name}</bdi>: play' in page
        assert press(phone, "/badge", shown_in(page)) == f"/c/{competition.pk}/rounds/1"
        assert player_in(phone).name == name
    assert set(competition.entries.values_list("called", flat=True)) == set(names)
    assert Player.objects.count() == 31
    listed = words_of(desk.get(path_of(competition, "badges")))
    assert "30 badges 30 came 0 to give out" in listed
    assert not [code for code in codes if code in caplog.text or code in listed]
    assert "30 badges" in words_of(desk.get(f"/c/{competition.pk}/trail"))


@pytest.mark.extra
def test_a_badge_is_good_for_one_phone_however_often_that_presses(contest, badges):
    competition = contest()
    [anna] = badges(competition, "Anna")
    link, first, second = link_of(anna), Client(), Client()
    shown = shown_in(read(second, link))
    mine = shown_in(read(first, link))
    assert not Entry.objects.exists(), "to look at it is nothing"
    for browser in (first, Client()):  # the first answer was lost, and with it the session
        press(browser, "/badge", mine)
        assert player_in(browser).name == "Anna"
    assert first.get(link).headers["Location"] == f"/c/{competition.pk}"
    says(refused(second, "/badge", shown), "was used already, on another phone")
    assert "was used already" in read(second, link)
    assert player_in(second).is_anonymous
    assert Player.objects.count() == 2, "the organiser's, and Anna's"


@pytest.mark.extra
def test_a_player_whom_the_phone_knows_is_called_by_the_badge_in_this_contest_alone(
    browser_of, mine, rival, player, contest, badges
):
    competition, bo = contest(), player("Bo")
    anna, ben, cleo = badges(competition, "Anna", "Ben", "Cleo")
    assert 'everywhere else you stay <bdi lang="">Ray Rival</bdi>' in read(mine, link_of(anna))
    come_in(mine, anna)
    assert (player_in(mine), Entry.of(competition, rival).name) == (rival, "Anna")
    says(turned_away(mine, ben), "This phone came in with the badge of Anna.")
    other = browser_of(bo)
    other.post(f"/c/{competition.pk}/join")
    come_in(other, cleo)
    assert Entry.of(competition, bo).name == "Cleo", "who has joined already is called so from now on"
    assert competition.entries.count() == 2


def test_who_runs_the_contest_uses_no_badge_up(desk, contest, badges):
    [anna] = badges(contest(), "Anna")
    says(read(desk, link_of(anna)), "You run this contest", lacks=["I am"])
    assert desk.post("/badge", {"code": code_of(anna), "number": "1"}).status_code == 422
    assert not Entry.objects.exists()


@pytest.mark.extra
def test_with_a_badge_made_anew_another_phone_is_the_same_player_and_the_lost_one_is_nobody(desk, anna):
    (badge, lost), new = anna, Client()
    player = player_in(lost)
    _, secret = Token.issue(player=player, name="bot", scopes=("play",), now=timezone.now())
    sheet = path_of(badge.competition, "badges", f"sheet?badge={badge.pk}")
    assert press(desk, path_of(badge.competition, "badges", badge.pk, "renew-badge")) == sheet
    assert len(re.findall("bearer", read(desk, sheet))) == 1
    assert lost.get(link_of(badge)).status_code == 404, "the old code is void"
    badge.refresh_from_db()
    assert player_in(lost).name == "Anna", "as long as nobody has used the new one"
    shown = shown_in(read(new, link_of(badge)))
    for browser in (new, Client()):  # the second time the first answer was lost
        press(browser, "/badge", shown)
        assert player_in(browser).name == "Anna"
    assert player_in(lost).is_anonymous
    assert Token.live(secret) is None
    assert [player] == [each.player for each in Entry.objects.all()]


@pytest.mark.extra
def test_nobody_is_handed_on_who_was_a_player_before_or_can_sign_in(desk, mine, contest, badges):
    competition = contest()
    anna, ben, cleo = badges(competition, "Anna", "Ben", "Cleo")
    come_in(mine, anna)
    for badge in (ben, cleo):
        come_in(Client(), badge)
    renew(cleo)
    for badge in (ben, cleo):
        theirs = Entry.objects.get(badge=badge).player
        make_account(theirs, timezone.now())
        theirs.save()
    for badge in (anna, ben):
        with pytest.raises(Refusal, match="wrong_state"):
            renew(badge)
    says(turned_away(Client(), cleo), "has an account")
    says(read(desk, path_of(competition, "badges")), lacks=[f"{anna.pk}/renew-badge"])


def test_nobody_is_handed_on_who_plays_with_others_too(rival, contest, badges):
    competition, now = contest(), timezone.now()
    elsewhere = contest(organiser=rival)
    circle = make_circle(name="The family", player=rival, now=now).circle
    ways = [
        lambda player: join(competition=elsewhere, player=player, invite=None, now=now),
        lambda player: join_circle(circle=circle, player=player, invite=circle.invite, now=now),
        lambda player: contest(organiser=player),
    ]
    for badge, go in zip(badges(competition, "Anna", "Ben", "Cleo"), ways, strict=True):
        come_in(Client(), badge)
        renew(badge)
        go(badge.entry.player)
        says(turned_away(Client(), badge), "plays elsewhere")
        with pytest.raises(Refusal, match="wrong_state"):
            renew(badge)


def test_whoever_plays_in_a_second_contest_of_the_organiser_and_in_a_daily_comes_again(contest, anna):
    (badge, phone), now = anna, timezone.now()
    make_dailies(now)
    for competition in (contest(), dailies_of(today(now))[0]):
        join(competition=competition, player=player_in(phone), invite=None, now=now)
    renew(badge)
    come_in(Client(), badge)


@pytest.mark.extra
def test_where_names_are_kept_those_on_the_badges_stay(contest, badges):
    for names, shown in ((Names.KEPT, "Anna"), (Names.OWN, "Superstar")):
        competition = contest(names=names)
        [anna] = badges(competition, "Anna")
        come_in(Client(), anna)
        theirs = competition.entries.get().player
        change_player(player=theirs, name="Superstar", now=timezone.now())
        do_all_ready()
        assert competition.entries.get().name == shown


@pytest.mark.usefixtures("moment")
def test_strangers_who_guess_learn_nothing_and_are_counted(stranger, contest, badges, settings, owner):
    draft = contest(draft=True)
    [anna] = badges(draft, "Anna")
    for code in ("x", "2" * 15, "2" * 10_000, "\0", code_of(anna)):
        page = read(stranger, "/badge", 404, code=code)
        assert "This code does not work." in page
        assert not {"Anna", draft.name} & set(re.findall(r'<bdi lang="">(.*?)</bdi>', page))
    publish(competition=draft, organiser=owner, now=timezone.now())
    assert stranger.get(link_of(anna)).status_code == 200
    assert stranger.post("/badge", {}).status_code == 422
    settings.LIMITS = {**settings.LIMITS, "badges": {"address": 3}, "guests": {"address": 3}}
    statuses = [Client().get("/badge", {"code": "2" * 15}).status_code for _ in range(5)]
    assert statuses[-1] == 429
    statuses = [Client().post("/badge", {"code": "2" * 15}).status_code for _ in range(5)]
    assert statuses[-1] == 429
    assert Client().get("/badge").status_code == 200


def test_a_badge_is_removed_and_so_are_all_that_nobody_has_used(desk, contest, badges):
    competition = contest()
    anna, ben, _, _ = badges(competition, "Anna", "Ben", "Cleo", "Dan")
    come_in(Client(), anna)
    path = path_of(competition, "badges", ben.pk, "remove-badge")
    assert "Nobody has used it" in words_of(desk.get(path))
    assert desk.post(path).headers["Location"] == path_of(competition, "badges?did=remove-badge")
    path = path_of(competition, "remove-badges")
    assert "2 badges that nobody has used will stop working." in words_of(desk.get(path))
    assert desk.post(path).status_code == 302
    assert [badge.name for badge in Badge.objects.all()] == ["Anna"]
    assert "Every badge is used" in words_of(desk.get(path_of(competition, "badges", "sheet")))


def test_what_is_wrong_with_a_list_is_told_beside_it_and_it_is_not_lost(desk, contest):
    competition = contest(max_entries=2)
    for names, sentence in (
        ("", "give a name"),
        ("Anna\nB", "2. B: Give 2 to 24"),
        ("A1\nA2\nA3", "room for 2"),
    ):
        page = refused(desk, path_of(competition, "badges"), names=names)
        assert sentence in page
        assert names.replace("\n", "\r\n") in page.replace("\n", "\r\n")
    assert not Badge.objects.exists()


@pytest.mark.extra
def test_who_had_a_phone_that_was_lost_comes_back_by_nothing_that_they_added(anna):
    (badge, lost), new = anna, Client()
    EmailAddress.objects.create(user=player_in(lost), email=ADDRESS, verified=True)
    lost.post("/me/notices")
    renew(badge)
    come_in(new, badge)
    assert player_in(new).name == "Anna"
    assert not EmailAddress.objects.exists()
    assert not NoticeMails.objects.exists()
    asked = len(mails())
    lost.post("/forgotten", {"email": ADDRESS})
    assert len(mails()) == asked


def test_the_same_phone_takes_a_badge_that_was_made_anew_and_stays_in(anna):
    badge, phone = anna
    renew(badge)
    come_in(phone, badge)
    assert player_in(phone).name == "Anna"


@pytest.mark.extra
def test_a_phone_that_takes_a_badge_made_anew_shows_what_its_guest_has(browser_of, contest, anna, player):
    badge, _ = anna
    renew(badge)
    phone = browser_of(player("Gwen Guest"))
    phone.post(f"/c/{contest().pk}/join")
    assert come_in(phone, badge) == "/me/guest"
    assert player_in(phone).name == "Anna"
    says(read(phone, "/me/guest"), "Gwen Guest", "<li>1 contest</li><li>0 finished games</li>")
