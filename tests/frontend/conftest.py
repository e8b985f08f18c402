"""The cast of the pages' tests, and contests made by the use cases."""

import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from competitions.contests.badges.codes import code_of
from competitions.contests.badges.enter_by_badge import come
from competitions.contests.badges.make_badges import make_badges
from competitions.contests.circles.membership import join_circle, make_circle
from competitions.contests.close import cancel
from competitions.contests.create import Plan, RoundPlan, create_competition
from competitions.contests.dailies.calendar import make_dailies
from competitions.contests.duels import make_duel
from competitions.contests.series.organise import make_series
from competitions.models import Badge, Circle, Competition, Delivery, Hook, Player
from competitions.outbound.notices.notice_mails import stop_word
from competitions.people.register import register_guest
from games import GAMES

from .playing import close, enter, play, play_sealed, start
from .rated import rate
from .visits import Scene

PAGES = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture(autouse=True, scope="session")
def built_pages() -> None:
    """Scripts and styles must have been built; `python3 manage.py test` does it."""
    manifest = settings.DJANGO_VITE["default"]["manifest_path"]
    if not manifest.exists():
        pytest.fail(f"{manifest} is missing: run `npm ci && npm run build` in frontend/", pytrace=False)


@pytest.fixture(autouse=True)
def dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """One seed for every round that is made here, whose cards a test may know."""
    monkeypatch.setattr(
        "competitions.contests.create.random_seed", lambda: "dealt-for-every-test-of-the-pages"
    )


@pytest.fixture(autouse=True)
def asked_in_vain() -> Iterator[list[str]]:
    """Fails a test whose templates ask for what is not there: Django only logs that."""
    found: list[str] = []
    listener = logging.Handler()
    listener.emit = lambda record: found.append(record.getMessage())
    logger = logging.getLogger("django.template")
    level = logger.level
    logger.addHandler(listener)
    logger.setLevel(logging.DEBUG)
    yield found
    logger.removeHandler(listener)
    logger.setLevel(level)
    assert found == []


@pytest.fixture
def hashed_in_no_time(settings: Any) -> None:
    """Passwords, by what is good for tests alone."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def stranger() -> Client:
    """A browser that has not been here."""
    return Client()


@pytest.fixture
def regular() -> Client:
    """A browser in which every game was practised, and nobody plays yet."""
    browser = Client()
    browser.cookies["practised"] = ".".join(GAMES)
    return browser


@pytest.fixture
def browser_of() -> Callable[[Player], Client]:
    """The browser of a player who has been here before."""

    def browser(player: Player) -> Client:
        client = Client()
        client.force_login(player, backend=PAGES)
        return client

    return browser


@pytest.fixture
def player(db: None) -> Callable[..., Player]:
    """A player of this name."""
    return lambda name, bot=False: register_guest(name=name, bot=bot, now=timezone.now())


@pytest.fixture
def owner(player: Callable[..., Player]) -> Player:
    return player("Olga Owner")


@pytest.fixture
def rival(player: Callable[..., Player]) -> Player:
    return player("Ray Rival")


@pytest.fixture
def desk(browser_of: Callable[[Player], Client], owner: Player) -> Client:
    """The owner's browser."""
    return browser_of(owner)


@pytest.fixture
def mine(browser_of: Callable[[Player], Client], rival: Player) -> Client:
    """The rival's browser."""
    return browser_of(rival)


@pytest.fixture
def contest(owner: Player) -> Callable[..., Competition]:
    """A contest of the owner's: one round of Three By Three that is open, unless told otherwise."""

    def make(
        *games: str, organiser: Player = owner, opens_at: datetime | None = None, **settings: Any
    ) -> Competition:
        rounds = [
            RoundPlan(game=GAMES[slug], rules=GAMES[slug].settle_rules({}), seed=settings.pop("seed", None))
            for slug in games or ("three-by-three",)
        ]
        plan = {"name": "Friday evening", "access": "public", "play": "open", "attempts": 1, "counts": "best"}
        made = create_competition(
            organiser=organiser,
            plan=Plan(**{**plan, "opens_at": opens_at, "rounds": rounds, **settings}),
            now=timezone.now(),
        )
        return Competition.objects.with_rounds().get(pk=made.pk)

    return make


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> Callable[..., datetime]:
    """Lets it be noon of a day of 2026, on a clock that stands still; the deals of the day are made."""

    def noon(month: int, day: int) -> datetime:
        now = datetime(2026, month, day, 12, tzinfo=UTC)
        monkeypatch.setattr(timezone, "now", lambda: now)
        make_dailies(now)
        return now

    return noon


@pytest.fixture
def scene(
    contest: Callable[..., Competition],
    player: Callable[..., Player],
    owner: Player,
    rival: Player,
    monkeypatch: pytest.MonkeyPatch,
) -> Scene:
    """Contests of the owner's, in which the rival plays, and results: all that the visits name.

    The first page of a list of players holds four.
    """
    for rows in ("contest.views.PAGE", "results.views.PAGE", "scoreboard.result_sheet.ROWS"):
        monkeypatch.setattr(f"frontend.{rows}", 4)
    tomorrow = timezone.now() + timedelta(days=1)
    busy = contest("three-by-three", "wish", "pyramid", closes_at=tomorrow)
    sealed, ended = (contest("winabit", play="sealed", time_limit_s=600) for _ in range(2))
    scheduled = contest(opens_at=tomorrow)
    over, final = contest("wish", "wish"), contest("well")
    others = [player(f"Another {number}.", bot=number == 1) for number in range(5)]
    for other in others:
        enter(busy, other)
    waiting, own = play(busy, others[0], []), play(busy, rival, [])
    enter(scheduled, rival)
    start(sealed, rival)
    play_sealed(ended, others[0], [])
    play_sealed(ended, rival, [])
    log, beside = play(over, others[0], []), play(over, others[1], [])
    close(over)
    close(final)
    Competition.objects.filter(pk=final.pk).update(certified_at=timezone.now())
    contests = {"busy": busy, "sealed": sealed, "ended": ended, "scheduled": scheduled}
    contests |= {"over": over, "final": final, "invited": contest(access="invite")}
    contests |= {"draft": contest(draft=True), "cancelled": contest("wish", "well")}
    contests["told"] = contest(about="Bring your own tea.")
    contests |= {"free_duel": duel(rival), "duel": duel(rival, others[0], rounds=3)}
    contests["played_duel"] = played = duel(rival, others[1])
    for each in (others[0], rival):
        play_sealed(contests["duel"], each, [])
    for each in (others[1], rival):
        play_sealed(played, each, [])
    cancel(competition=contests["cancelled"], organiser=contests["cancelled"].organiser, now=timezone.now())
    entries = {
        f"{name}_entry": event.entries.earliest("joined_at")
        for name, event in contests.items()
        if name in ("busy", "sealed", "ended", "over")
    }
    results = {"log": log, "other": beside, "own": own, "waiting": waiting}
    hooks = {"hook": stopped_hook(busy)}
    circle = circle_of(owner, rival)
    rate(rival, contest("wish", play="sealed"), played, changes=[40, -12])
    badge, code, used = badges_of(busy)
    series = make_series(
        organiser=owner, template=busy, every="week", weekday=4, at=time(19), zone="UTC", now=timezone.now()
    )
    found = contests | entries | results | hooks | {"circle": circle, "rated": rival, "series": series}
    ids = {name: thing.pk for name, thing in found.items()}
    words = {"invite": circle.invite, "code": code, "used": used, "stop": stop_word(rival.pk)}
    return ids | words | {"badge": badge.pk}


def badges_of(competition: Competition) -> tuple[Badge, str, str]:
    """A badge that lets somebody in, with its code; and the code of one that was used."""
    now = timezone.now()
    names = ["Anna", "Ben"]
    anna, ben = make_badges(competition=competition, organiser=competition.organiser, names=names, now=now)
    code, used = code_of(anna), code_of(ben)
    come(code=used, viewer=None, form=None, now=now)
    return anna, code, used


def circle_of(owner: Player, *others: Player) -> Circle:
    """The owner's circle, in which the others are."""
    now = timezone.now()
    circle = make_circle(name="Sunday club", player=owner, now=now).circle
    for other in others:
        join_circle(circle=circle, player=other, invite=circle.invite, now=now)
    return Circle.objects.get(pk=circle.pk)


def duel(player: Player, against: Player | None = None, rounds: int = 1) -> Competition:
    """A duel of Wish that the player has made."""
    now = timezone.now()
    made = make_duel(game=GAMES["wish"], rules={}, rounds=rounds, against=against, player=player, now=now)
    return Competition.read(made.pk)


def stopped_hook(competition: Competition) -> Hook:
    """A webhook that had one event accepted, and then none for too long."""
    now = timezone.now()
    hook = Hook.objects.create(
        competition=competition,
        added_by=competition.organiser,
        url="https://hooks.example/services/T0000/B0000/a-long-secret-that-nobody-guesses?channel=club",
        events=["joined", "result", "state"],
        created_at=now,
        failures=17,
        failing_since=now,
        stopped_at=now,
    )
    common = {"hook": hook, "body": "{}", "at": now, "tried_at": now}
    Delivery.objects.create(**common, number=1, type="joined", attempts=1, status_code=204, accepted_at=now)
    Delivery.objects.create(
        **common, number=2, type="result", attempts=17, status_code=503, answer="<p>Out of order</p>"
    )
    return hook
