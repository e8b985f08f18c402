"""A browser is reminded once a day at most, whatever is tried again, and of nothing that is hidden."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client
from py_vapid import Vapid02

from competitions.contests.create import create_competition
from competitions.contests.dailies.calendar import make_dailies
from competitions.contests.plans import Plan, RoundPlan
from competitions.models import Competition, Notice, Player, RemindedBrowser
from competitions.moderation.close_player import close_player
from competitions.outbound.notices.broadcasts import look_for_closing
from competitions.outbound.reminders import due_reminders
from competitions.outbound.reminders.push_keys import public_push_key
from competitions.outbound.webhooks import addresses, http_post
from competitions.people.register import register_guest
from competitions.people.sessions import SessionStore
from games import GAMES
from tests.clients.rest import Client as Caller
from tests.clients.rest import through_django
from tests.frontend.playing import enter, play_sealed
from tests.jobs.work import do_all_ready
from tests.languages import speak_german

NEW_DEALS = {
    "title": "Today's deals are there.",
    "body": "New cards, the same for everyone, and you play each deal once.",
    "path": "/",
    "tag": "reminder-2026-11-22",
}


@pytest.fixture
def days(clock):
    """The dailies of today and tomorrow, made anew each time that it is called."""
    return lambda: make_dailies(clock.now)


@pytest.fixture
def morning(days, clock, later):
    """The messages of the next morning."""

    def morning():
        clock.forward(hours=15)
        days()
        return later(hours=5)

    return morning


@pytest.fixture
def club(phone, rival, clock):
    """A contest that the rival has joined, and that closes after so many hours."""

    def club(hours):
        plan = Plan(
            name="Club night",
            access="public",
            play="sealed",
            attempts=1,
            counts="best",
            standings="final",
            closes_at=clock.now + timedelta(hours=hours),
            rounds=[RoundPlan(game=GAMES["wish"], rules=GAMES["wish"].settle_rules({}))],
        )
        olga = register_guest(name="Olga", bot=False, now=clock.now)
        made = Competition.read(create_competition(organiser=olga, plan=plan, now=clock.now).pk)
        enter(made, rival)
        return made

    return club


@pytest.fixture
def hour_before(clock, later, service):
    """The messages an hour before a contest closes."""

    def hour_before(competition):
        clock.now = competition.closes_at - timedelta(minutes=59)
        look_for_closing(clock.now)
        before = len(service.got)
        do_all_ready()
        return [service.read(each) for each in service.got[before:]] + later(seconds=1)

    return hour_before


def test_new_deals_are_told_the_next_morning_and_each_day_once(phone, service, later, days, clock):
    assert later(hours=1) == [], "they have just played"
    assert later(hours=18) == []
    days()
    assert later(minutes=59) == [], "in Berlin it is a minute to nine"
    assert later(minutes=1) == [NEW_DEALS]
    clock.forward(hours=15)
    days()
    assert [later(hours=1) for _ in range(16)].count([NEW_DEALS | {"tag": "reminder-2026-11-23"}]) == 1
    assert len(service.got) == 2


def test_one_a_day_arrives_whatever_is_tried_again(phone, service, morning, later, clock, days):
    service.will_answer(503, 429, 201)
    assert morning() == [NEW_DEALS], "refused"
    assert later(seconds=50) == [], "too early for another try"
    assert later(minutes=2) == [NEW_DEALS], "refused again"
    assert later(minutes=6) == [NEW_DEALS], "taken"
    RemindedBrowser.objects.update(look_at=clock.now)
    assert [later(hours=1) for _ in range(12)] == 12 * [[]]
    days()
    assert [each["tag"] for each in later(hours=12)] == ["reminder-2026-11-23"]
    assert len(service.got) == 4


def test_what_may_have_arrived_is_not_sent_again(phone, service, morning, later, monkeypatch):
    pushed = due_reminders.push

    def dying(*args, **more):
        pushed(*args, **more)
        raise RuntimeError("the worker has died")

    monkeypatch.setattr(due_reminders, "push", dying)
    assert morning() == [NEW_DEALS]
    monkeypatch.undo()
    assert [later(hours=1) for _ in range(8)] == 8 * [[]]


def test_the_day_is_written_only_if_it_is_later(phone, morning, later, clock):
    """Two workers that both took the row send once."""
    stale = RemindedBrowser.objects.select_related("player").get()
    assert len(morning()) == 1
    due_reminders.remind(stale, clock.now)
    assert later(seconds=1) == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(phone, service, morning, status):
    service.will_answer(status)
    assert len(morning()) == 1
    assert not RemindedBrowser.objects.exists()


@pytest.mark.parametrize("status", [400, 403, 302])
def test_who_takes_nothing_three_days_running_is_forgotten(
    phone, service, morning, later, days, clock, status
):
    service.will_answer(status)
    counts = [(len(morning()), RemindedBrowser.objects.count())]
    for _ in range(2):
        clock.forward(hours=15)
        days()
        counts.append((len(later(hours=9)), RemindedBrowser.objects.count()))
    assert counts == [(1, 1), (1, 1), (1, 0)]


@pytest.mark.parametrize(
    "endpoint",
    [
        *("http://hooks.example/", "https://127.0.0.1/", "https://[::1]/", "https://8.8.8.8:22/"),
        *("https://localhost/", "https://push.internal/", "https://u:p@hooks.example/", "", "x" * 600),
        "https://[2606:4700::1111]/",
    ],
)
def test_an_address_on_this_network_is_none_that_may_ask(browser_of, rival, service, endpoint, settings):
    settings.WEBHOOK_PRIVATE = True
    answer = browser_of(rival).post("/me/reminders", service.form(endpoint=endpoint))
    assert answer.status_code == 422
    assert not RemindedBrowser.objects.exists()


def test_a_name_that_leads_to_this_machine_gets_nothing(phone, service, morning, monkeypatch, settings):
    """The push service is there, but at an address that is not public any more."""
    settings.WEBHOOK_PRIVATE = True
    monkeypatch.setattr(http_post, "is_public", addresses.is_public)
    assert morning() == []
    assert not service.receiver.connected
    assert RemindedBrowser.objects.get().failures == 1


def test_an_address_that_is_allowed_no_more_gets_nothing(phone, service, morning):
    RemindedBrowser.objects.update(endpoint="https://localhost/push")
    assert morning() == []
    assert RemindedBrowser.objects.get().failures == 1


@pytest.mark.parametrize(
    "given",
    [
        {"p256dh": "x"},
        {"p256dh": "BA" + 85 * "A"},
        {"auth": "AAAA"},
        {"auth": "!"},
        {"zone": "../etc/passwd"},
        {"zone": ""},
    ],
)
def test_what_no_browser_sends_is_refused(browser_of, rival, service, given):
    assert browser_of(rival).post("/me/reminders", service.form(**given)).status_code == 422
    assert not RemindedBrowser.objects.exists()


def test_a_message_is_signed_with_the_key_to_which_the_browser_is_bound(phone, service, settings, morning):
    bound = public_push_key()
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another" * 10
    settings.VAPID_KEY = 7
    assert public_push_key() != bound
    assert len(morning()) == 1
    [got] = service.got
    assert Vapid02.verify(got.headers["authorization"])
    assert got.headers["authorization"].endswith(f",k={bound}")
    assert (got.headers["content-encoding"], got.headers["ttl"]) == ("aes128gcm", "57600")


def test_nothing_is_told_of_results_nor_who_is_there(phone, rival, service, morning, clock, later, days):
    """Others play, and one wins: the message is the same to the byte."""
    clock.forward(hours=15)
    days()
    olga = register_guest(name="Olga", bot=False, now=clock.now)
    for event in Competition.objects.filter(daily__date="2026-11-22"):
        play_sealed(Competition.read(event.pk), olga, [])
    assert later(hours=5) == [NEW_DEALS]


def test_who_has_played_all_of_todays_deals_is_not_reminded_of_them(phone, rival, clock, later, days):
    clock.forward(hours=15)
    days()
    for event in Competition.objects.filter(daily__date="2026-11-22"):
        play_sealed(Competition.read(event.pk), rival, [])
    assert later(hours=5) == []


def test_a_close_is_told_an_hour_before_it(phone, club, hour_before, later):
    competition = club(30)
    assert hour_before(competition) == [
        {
            "title": "Club night closes within the hour, and you have not played it to the end.",
            "body": "",
            "path": f"/c/{competition.pk}",
            "tag": "reminder-2026-11-22",
        }
    ]
    assert later(minutes=10) == []


def test_after_one_reminder_a_close_of_the_same_day_is_not_told(phone, club, morning, hour_before):
    competition = club(30)
    assert morning() == [NEW_DEALS]
    assert hour_before(competition) == []
    assert Notice.objects.filter(type="closing").exists(), "the page tells it all the same"


@pytest.mark.parametrize("why", ["played", "read", "night", "banned", "suspended"])
def test_a_close_is_not_told(phone, rival, club, hour_before, clock, monkeypatch, why):
    competition = club({"night": 34}.get(why, 30))
    if why == "played":
        play_sealed(competition, rival, [])
    elif why == "read":
        done = due_reminders.reminder_for
        monkeypatch.setattr(
            due_reminders, "reminder_for", lambda *given: Notice.objects.update(read=True) and done(*given)
        )
    elif why == "banned":
        type(rival).objects.update(banned_at=clock.now)
    elif why == "suspended":
        type(rival).objects.update(suspended_until=clock.now + timedelta(days=9))
    assert hour_before(competition) == []


def test_signing_a_browser_out_ends_its_reminders_and_no_others(phone, browser_of, rival, service):
    other = browser_of(rival)
    assert other.post("/me/reminders", service.form(endpoint=f"{service.receiver.url}2")).status_code == 204
    SessionStore(phone.session.session_key).delete()
    assert RemindedBrowser.objects.get().session_id == other.session.session_key
    other.post("/continue/others/end")
    assert not RemindedBrowser.objects.exists()


def test_who_becomes_an_account_is_still_reminded(phone, morning):
    session = phone.session.session_key
    store = SessionStore(session)
    store.cycle_key()
    assert store.session_key != session
    assert RemindedBrowser.objects.get().session_id == store.session_key
    assert not SessionStore().exists(session)
    assert len(morning()) == 1


def test_who_leaves_is_forgotten_and_the_own_file_has_it_before(phone, rival, service, clock):
    [part] = Caller(through_django(phone)).get("/me/export").body["reminders"]
    assert part == {
        "endpoint": service.receiver.url,
        "zone": "Europe/Berlin",
        "asked_at": "2026-11-21T12:00:00Z",
        "reminded_on": "2026-11-21",
    }
    close_player(player=rival, now=clock.now)
    assert not RemindedBrowser.objects.exists()


def test_a_player_has_ten_browsers_at_most_and_each_once(phone, browser_of, rival, service, monkeypatch):
    monkeypatch.setattr("competitions.outbound.reminders.reminded_browsers.MOST_REMINDED", 2)
    for number in (1, 1, 2):
        answer = browser_of(rival).post(
            "/me/reminders", service.form(endpoint=f"{service.receiver.url}{number}")
        )
        assert answer.status_code == 204
    assert [each.endpoint[-1] for each in RemindedBrowser.objects.order_by("pk")] == ["1", "2"]


def test_the_database_holds_that_endpoints_are_secure(phone):
    with pytest.raises((IntegrityError, ValidationError)):
        RemindedBrowser.objects.update(endpoint="http://hooks.example/")


def test_who_asks_for_nobody_is_led_on(db, service):
    assert Client().post("/me/reminders", service.form()).headers["Location"] == "/me"


def test_one_press_stops_them_everywhere(phone, morning):
    assert "You get reminders in 1 browser." in phone.get("/me").content.decode()
    assert phone.post("/me/reminders", {"stop": "1"}).headers["Location"] == "/me?did=no-reminders#notices"
    assert morning() == []


def test_asking_needs_the_pages_own_token(rival, service):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(rival, backend="django.contrib.auth.backends.ModelBackend")
    assert strict.post("/me/reminders", service.form()).status_code == 403


def test_a_reminder_is_in_the_language_of_its_player(rival, phone, morning, settings, tmp_path):
    speak_german(settings, tmp_path, {NEW_DEALS["title"]: "Neue Karten sind da."})
    Player.objects.filter(pk=rival.pk).update(language="de")
    [told] = morning()
    assert told["title"] == "Neue Karten sind da."
