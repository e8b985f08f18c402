"""What feeds read, and what a write tells them."""

import asyncio
import json
import logging
import threading
from datetime import UTC, datetime, timedelta
from time import time
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.db import transaction
from django.utils.translation import override

from competitions.contests.change import change
from competitions.contests.create import Plan, RoundPlan, create_competition
from competitions.contests.join import join
from competitions.ledger.announcements import announce, group_of
from competitions.ledger.ledger import CompetitionChange, record
from competitions.models import Competition, Player
from competitions.outages import Rest
from competitions.outbound.notices.ring import ring
from competitions.people.register import register_guest
from competitions.play.submit_log import judge, submit_log
from competitions.realtime.feed_queries import changes_of, in_feed_thread, read_feed
from competitions.realtime.messages import presence_message
from games import GAMES

START = datetime(2026, 11, 21, 12, tzinfo=UTC)
GAME = GAMES["three-by-three"]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets the time that is read; it stands still."""

    def set_to(now: datetime) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)

    set_to(START)
    return set_to


@pytest.fixture
def olga(db: None, clock: Any) -> Player:
    return register_guest(name="Olga", bot=False, now=START)


@pytest.fixture
def event(olga: Player) -> Competition:
    """Two rounds, the second an hour later; it closes after two."""
    first, second = (
        RoundPlan(game=GAME, rules=GAME.settle_rules({}), opens_at=START + timedelta(hours=hour))
        for hour in (0, 1)
    )
    plan = Plan(
        name="Friday evening",
        access="public",
        play="open",
        attempts=1,
        counts="best",
        closes_at=START + timedelta(hours=2),
        rounds=[first, second],
    )
    return create_competition(organiser=olga, plan=plan, now=START)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets a feed of this process watch a competition, as far as writers know."""

    def watch(event: Competition) -> None:
        monkeypatch.setattr("competitions.ledger.announcements.watched_here", {event.pk})

    return watch


def test_the_first_reading_has_everything(event, olga):
    join(competition=event, player=olga, invite=None, now=START)
    reading = read_feed(event.pk, -1)
    body = json.loads(reading.standings.text)
    assert list(body) == ["type", "version", "total", "frozen", "results"]
    assert body["version"] == reading.standings.version
    assert body["total"] == 1
    row = "rank tied entry player disqualified total playing played so_far among newest"
    assert set(body["results"][0]) == {*row.split()}
    expected = f"id: {body['version']}\ndata: {reading.standings.text}\n\n"
    assert reading.standings.event == expected.encode()
    assert ", " not in reading.standings.text
    assert reading.state.event == f"data: {reading.state.text}\n\n".encode()
    assert json.loads(reading.state.text) == {
        "type": "state",
        "state": "running",
        "opens_at": None,
        "closes_at": "2026-11-21T14:00:00Z",
        "freeze_at": None,
        "rounds": [
            {
                "number": number,
                "state": state,
                "opens_at": f"2026-11-21T{opens}:00:00Z",
                "closes_at": "2026-11-21T14:00:00Z",
            }
            for number, state, opens in ((1, "open", 12), (2, "scheduled", 13))
        ],
        "now": "2026-11-21T12:00:00Z",
    }


def texts_in(value):
    """Every text in a value of JSON."""
    if isinstance(value, dict | list):
        values = value.values() if isinstance(value, dict) else value
        return [text for each in values for text in texts_in(each)]
    return [value] if isinstance(value, str) else []


def test_what_is_sent_to_all_who_watch_has_no_words(event, olga):
    """They read different languages, and are sent the same."""
    for player in (olga, register_guest(name="Ray Rival", bot=True, now=START)):
        entry, _ = join(competition=event, player=player, invite=None, now=START)
        round = event.rounds_in_order[0]
        submit_log(entry=entry, round=round, moves=[], verdict=judge(deal=round.deal, moves=[]), now=START)
    told = []
    for language in ("de", "en"):
        with override(language):
            reading = read_feed(event.pk, -1)
            told.append([reading.state.text, reading.standings.text, presence_message(2).text])
    assert told[0] == told[1]
    texts = [text for message in told[0] for text in texts_in(json.loads(message))]
    assert [text for text in texts if " " in text] == ["Ray Rival"], "a sentence, or somebody's name"


def test_a_state_tells_the_windows_as_a_get_does(event, olga, client):
    before = read_feed(event.pk, -1)
    later = START + timedelta(hours=3, microseconds=123456)
    windows = {"closes_at": later, "freeze_at": later - timedelta(minutes=5)}
    change(competition=event, organiser=olga, changes=windows, now=START)
    after = read_feed(event.pk, -1)
    assert after.timetable != before.timetable, "so that all who watch are told"
    told = json.loads(after.state.text)
    got = client.get(f"/api/v1/competitions/{event.pk}").json()
    for moment in ("opens_at", "closes_at", "freeze_at"):
        assert told[moment] == got[moment]
    assert told["closes_at"] == "2026-11-21T15:00:00.123456Z"
    for round, theirs in zip(told["rounds"], got["rounds"], strict=True):
        assert round == {name: theirs[name] for name in round}


def test_known_standings_are_neither_read_nor_rendered_again(event, olga, django_assert_max_num_queries):
    known = read_feed(event.pk, -1).standings
    with django_assert_max_num_queries(2):
        assert read_feed(event.pk, known.version).standings is None
    assert read_feed(event.pk, known.version + 5).standings is None
    join(competition=event, player=olga, invite=None, now=START)
    newer = read_feed(event.pk, known.version).standings
    assert newer.version == known.version + 1


def test_time_moves_states_version_and_totals(event, olga, clock):
    join(competition=event, player=olga, invite=None, now=START)
    before = read_feed(event.pk, -1)
    assert before.next_change == START + timedelta(hours=1)
    clock(START + timedelta(hours=1))
    after = read_feed(event.pk, before.standings.version)
    assert after.standings.version == before.standings.version + 1
    assert [round.state for round in after.timetable.rounds] == ["open", "open"]
    totals = [json.loads(it.standings.text)["results"][0]["total"] for it in (before, after)]
    assert totals == [30, 60]
    clock(START + timedelta(hours=2))
    last = read_feed(event.pk, after.standings.version)
    assert (last.standings, last.timetable.state, last.next_change) == (None, "closed", None)


def test_the_database_counts_the_changes_of_each(event, olga, django_assert_num_queries):
    before = changes_of([event.pk])[event.pk]
    join(competition=event, player=olga, invite=None, now=START)
    with django_assert_num_queries(1):
        assert changes_of([event.pk, "nobody's"]) == {event.pk: before + 1}
    assert changes_of([]) == {}


async def test_reading_runs_in_threads_of_its_own():
    name = await in_feed_thread(lambda: threading.current_thread().name)()
    assert name.startswith("live-reading")


class Layer:
    """A channel layer that reaches other processes too, and what it was given to send."""

    def __init__(self) -> None:
        self.wake_ups: list[Any] = []

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.wake_ups.append((group, message))


@pytest.mark.django_db(transaction=True)
def test_a_change_is_counted_with_its_write_and_hinted_at_after_it(event, watched, monkeypatch):
    layer = Layer()
    monkeypatch.setattr(get_channel_layer(), "group_send", layer.group_send)
    watched(event)
    before = changes_of([event.pk])[event.pk]
    with transaction.atomic():
        record(CompetitionChange(event, shown=True), now=START)
        assert not layer.wake_ups
        written = time()
    [(group, wake_up)] = layer.wake_ups
    assert (group, wake_up["type"]) == (group_of(event.pk), "changed")
    assert written <= wake_up["committed_at"] <= time()

    @transaction.atomic
    def change_and_fail() -> None:
        record(CompetitionChange(event, shown=True), now=START)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        change_and_fail()
    assert len(layer.wake_ups) == 1
    assert changes_of([event.pk])[event.pk] == before + 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("reaches_others", [False, True])
def test_nothing_is_sent_where_only_this_process_could_hear_it_and_nobody_watches(
    event, reaches_others, monkeypatch
):
    layer = Layer()
    if reaches_others:
        monkeypatch.setattr("competitions.ledger.announcements.get_channel_layer", lambda: layer)
    else:
        monkeypatch.setattr(get_channel_layer(), "group_send", layer.group_send)
    with transaction.atomic():
        record(CompetitionChange(event, shown=True), now=START)
    assert len(layer.wake_ups) == reaches_others


async def fail(group: str, message: dict[str, Any]) -> None:
    raise ConnectionError("Redis is gone")


async def hang(group: str, message: dict[str, Any]) -> None:
    await asyncio.sleep(3600)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("trouble", [fail, hang])
def test_a_write_succeeds_whatever_the_channel_layer_does(
    event, olga, trouble, watched, moment, monkeypatch, caplog
):
    watched(event)
    monkeypatch.setattr(get_channel_layer(), "group_send", trouble)
    monkeypatch.setattr("competitions.ledger.announcements.PATIENCE", 0.1)
    rests = {each: Rest() for each in ("changed", "notices")}
    monkeypatch.setattr("competitions.ledger.announcements.RESTS", rests)
    with caplog.at_level(logging.WARNING):
        _, new = join(competition=event, player=olga, invite=None, now=START)
    assert new
    assert f"the change of competition {event.pk} was not announced" in caplog.text
    caplog.clear()
    announce([event.pk])
    assert not caplog.text, "the layer is not asked again in the same second"
    monkeypatch.setattr("competitions.outbound.notices.ring.waiting_here", {olga.pk})
    ring([olga.pk])
    assert "open pages were not told" in caplog.text, "messages of other types are still sent"
