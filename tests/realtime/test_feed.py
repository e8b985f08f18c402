"""What one feed does with wake-ups, newcomers, time and trouble, without a database or a socket."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from time import monotonic, time
from typing import Any

import pytest
from channels.layers import get_channel_layer
from prometheus_client import REGISTRY

from competitions.ledger.announcements import group_of
from competitions.realtime import feed as module
from competitions.realtime.feed import AS_PROMISED, Feed, Pace
from competitions.realtime.feed_queries import FeedReading
from competitions.realtime.messages import FeedMessage, RoundWindow, Timetable
from competitions.realtime.watcher import Watcher
from competitions.standings.long_work import field_is_busy
from tests.servers.running import PATIENCE_S
from tests.servers.waiting import until

QUICK = Pace(gap=0.2, presence=0.2, repeat=60.0, first_presence=0.0, retry=0.05)
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def states(*rounds: str) -> Timetable:
    """A running competition whose rounds are in these states."""
    shown = (RoundWindow(number, state, NOON, None) for number, state in enumerate(rounds, start=1))
    return Timetable("running", None, None, None, tuple(shown))


class Scoreboard:
    """What there is to read: a version that the test sets. It is given even to a feed that knows it."""

    def __init__(self) -> None:
        self.version = 1
        self.states = states("open")
        self.next_change: datetime | None = None
        self.reads = self.rendered = 0
        self.trouble: Exception | None = None
        self.reading: Callable[[], Any] = lambda: asyncio.sleep(0)

    async def read(self, competition_id: str, known: int) -> FeedReading:
        self.reads += 1
        version, shown, next_change = self.version, self.states, self.next_change
        await self.reading()
        if self.trouble:
            raise self.trouble
        self.rendered += version > known
        return FeedReading(
            changes=version,
            timetable=shown,
            state=FeedMessage({"type": "state", "state": shown.state}),
            standings=FeedMessage({"type": "standings", "version": version}, version=version),
            next_change=next_change,
        )


class Seat:
    """A watcher and the texts it was sent."""

    def __init__(self, version: int = -1) -> None:
        self.texts: list[str] = []
        self.watcher = Watcher(self.send, version)
        self.trouble: Exception | None = None
        self.ready = asyncio.Event()
        self.ready.set()

    async def send(self, text: str) -> None:
        self.texts.append(text)
        if self.trouble:
            raise self.trouble
        await self.ready.wait()

    def of(self, kind: str) -> list[str]:
        return [text for text in self.texts if f'"type":"{kind}"' in text]

    @property
    def versions(self) -> list[int]:
        return [int(text.split(":")[-1].rstrip("}")) for text in self.of("standings")]

    async def until(self, happened: Callable[["Seat"], object]) -> None:
        await until(lambda: happened(self))


@pytest.fixture
def board() -> Scoreboard:
    return Scoreboard()


@pytest.fixture
async def start(board):
    """Starts feeds of one competition; each stands for a process."""
    await get_channel_layer().flush()
    tasks: list[asyncio.Task[None]] = []

    def start(pace: Pace = QUICK) -> Feed:
        feed = Feed("friday", read=board.read, pace=pace)
        tasks.extend(feed.start())
        return feed

    yield start
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def sit(feed: Feed, *, since: int = -1) -> Seat:
    """A new watcher, already greeted."""
    seat = Seat(since)
    feed.add(seat.watcher)
    await seat.until(lambda it: it.of("state"))
    return seat


async def wake_up(committed_s_ago: float = 0.0) -> None:
    message = {"type": "changed", "committed_at": time() - committed_s_ago}
    await get_channel_layer().group_send(group_of("friday"), message)


async def publish(board: Scoreboard, version: int, committed_s_ago: float = 0.0) -> None:
    board.version = version
    await wake_up(committed_s_ago)


async def read_again(board: Scoreboard, times: int = 1) -> None:
    """Wake the feed, and wait until the feed has begun to read so many times more."""
    before = board.reads
    await wake_up()
    while board.reads < before + times:
        await asyncio.sleep(0.005)


def timed_sends(what: str) -> float:
    found = REGISTRY.get_sample_value(f"evendeal_feed_seconds_{what}")
    assert found is not None
    return found


@pytest.mark.extra
async def test_a_message_is_read_and_rendered_once_for_all_watchers(start, board):
    feed = start()
    seats = [await sit(feed) for _ in range(250)]
    reads, rendered = board.reads, board.rendered
    await publish(board, 2)
    for seat in seats:
        await seat.until(lambda it: 2 in it.versions)
    assert len({id(seat.of("standings")[-1]) for seat in seats}) == 1, "the same object, not its like"
    assert (board.reads - reads, board.rendered - rendered) == (1, 1)


async def test_hints_are_gathered_and_the_last_state_is_sent(start, board):
    feed, began, timed = start(), monotonic(), timed_sends("count")
    seat = await sit(feed)
    for version in range(2, 302):
        await publish(board, version)
        await asyncio.sleep(0.002)
    await seat.until(lambda it: it.versions[-1] == 301)
    assert seat.versions == sorted(set(seat.versions))
    # One comes at once, and after each gap the next: on a slow machine there are more gaps.
    assert len(seat.versions) <= (monotonic() - began) / QUICK.gap + 2
    assert board.rendered == len(seat.versions)
    assert timed_sends("count") == timed + len(seat.versions) - 1, "the first came by itself"


async def test_a_send_is_timed_from_the_commit_and_never_below_zero(start, board):
    """The clock of the machine that committed may be fast."""
    seat, before = await sit(start()), timed_sends("sum")
    for version, committed_s_ago in ((2, 1_000.0), (3, -1_000.0)):
        await publish(board, version, committed_s_ago)
        await seat.until(lambda it, version=version: version in it.versions)
    assert 1_000 <= timed_sends("sum") - before < 1_000 + PATIENCE_S


async def test_only_a_newer_version_is_sent(start, board):
    """Neither after a wake-up without a change, nor one that goes back."""
    board.version = 5
    seat = await sit(start())
    await read_again(board)
    await publish(board, 4)
    await asyncio.sleep(0)
    await publish(board, 6)
    await seat.until(lambda it: 6 in it.versions)
    assert seat.versions == [5, 6]


async def test_a_newcomer_gets_what_was_read_after_it_came(start, board):
    feed = start()
    await sit(feed)
    held = asyncio.Event()
    board.reading = held.wait
    await read_again(board)
    # A reading of version 1 is on its way. Now there is version 2, and then somebody comes.
    board.version = 2
    seat = Seat()
    feed.add(seat.watcher)
    held.set()
    await seat.until(lambda it: it.versions)
    assert seat.versions == [2]


async def test_a_newcomer_does_not_wait_for_the_gap_and_the_others_do(start, board, monkeypatch):
    clock = [100.0]
    monkeypatch.setattr(module, "seconds", lambda: clock[0])
    feed = start(Pace(gap=1.0))
    first = await sit(feed)
    await publish(board, 2)
    await first.until(lambda it: it.versions == [1, 2])
    board.version = 3
    late = await sit(feed)
    await late.until(lambda it: it.versions == [3])
    assert first.versions == [1, 2]
    clock[0] += 1.0
    await first.until(lambda it: it.versions == [1, 2, 3])


async def test_a_watcher_is_not_sent_what_it_has(start, board):
    """A version above the competition's own means nothing: the site was restored from a backup."""
    board.version = 7
    feed = start()
    knowing, behind, of_a_backup = [await sit(feed, since=since) for since in (7, 6, 500)]
    for seat in (behind, of_a_backup):
        await seat.until(lambda it: it.versions == [7])
    await publish(board, 8)
    await knowing.until(lambda it: it.versions == [8])
    await of_a_backup.until(lambda it: it.versions == [7, 8])


async def test_what_the_database_counts_makes_up_for_a_lost_hint(start, board):
    feed = start()
    seat = await sit(feed)
    board.version = 2
    feed.compare_changes(2)
    await seat.until(lambda it: it.versions == [1, 2])


@pytest.mark.parametrize("moved", [False, True])
async def test_time_sends_the_state_and_the_standings_without_a_hint(start, board, moved):
    """Also where the window was moved since the feed read of it."""
    soon = datetime.now(UTC) + timedelta(seconds=0.5)
    board.next_change = soon + timedelta(days=30) if moved else soon
    board.states = states("open", "scheduled")
    seat = await sit(start())
    if moved:
        board.next_change = datetime.now(UTC) + timedelta(seconds=0.3)
        await read_again(board)
    board.version, board.next_change, board.states = 2, None, states("open", "open")
    await seat.until(lambda it: it.versions == [1, 2])
    assert len(seat.of("state")) == 2


async def test_standings_that_another_thread_reads_are_read_later_without_a_word(start, board, caplog):
    board.trouble = field_is_busy()
    feed, seat = start(), Seat()
    feed.add(seat.watcher)
    await read_again(board, 2)
    board.trouble = None
    await seat.until(lambda it: it.versions == [1])
    assert not caplog.records


async def test_a_reading_that_failed_is_tried_again(start, board, caplog):
    feed = start()
    seat = await sit(feed)
    board.trouble = RuntimeError("database is locked")
    await publish(board, 2)
    late = Seat()
    feed.add(late.watcher)
    await read_again(board, 3)
    board.trouble = None
    await seat.until(lambda it: it.versions == [1, 2])
    await late.until(lambda it: it.versions == [2])
    assert "database is locked" in caplog.text


async def test_a_socket_that_fails_or_is_slow_costs_nobody_else(start, board):
    feed = start()
    broken, slow, quick = [await sit(feed) for _ in range(3)]
    for seat in (broken, slow, quick):
        await seat.until(counted(3))  # else the count could be the message on its way, or the one that fails
    broken.trouble = ConnectionError("gone")
    slow.ready.clear()
    for version in (2, 3, 4, 5):
        await publish(board, version)
        await quick.until(lambda it, version=version: version in it.versions)
    slow.ready.set()
    await slow.until(lambda it: 5 in it.versions)
    assert slow.versions == [1, 2, 5], "one was on its way, and only the newest waited"
    assert broken.versions == [1, 2]


async def test_a_channel_layer_that_fails_is_joined_again(start, board, monkeypatch):
    layer = get_channel_layer()
    receive = layer.receive
    failures = [ConnectionError("gone"), ConnectionError("still gone")]

    async def fail_first(channel: str) -> Any:
        if failures:
            raise failures.pop()
        return await receive(channel)

    monkeypatch.setattr(layer, "receive", fail_first)
    seat = await sit(start())
    while failures:
        await asyncio.sleep(0.005)
    await publish(board, 2)
    await seat.until(lambda it: it.versions == [1, 2])


def counted(watching: int) -> Callable[[Seat], bool]:
    return lambda it: it.of("presence")[-1:] == [f'{{"type":"presence","watching":{watching}}}']


async def test_the_watchers_of_all_feeds_are_counted(start):
    one, other = start(), start()
    seat, *others = await sit(one), await sit(other), await sit(other)
    for watching in (seat, *others):
        await watching.until(counted(3))
    other.remove(others[0].watcher)
    await seat.until(counted(2))


async def test_a_crowd_that_comes_and_goes_costs_one_number_a_turn_and_not_one_for_each(start, monkeypatch):
    layer, turns = get_channel_layer(), []
    send = layer.group_send

    async def count(group, message):
        turns.append(message)
        await send(group, message)

    monkeypatch.setattr(layer, "group_send", count)
    feed, other = start(), start()
    first, elsewhere = await sit(feed), await sit(other)
    crowd = [await sit(feed) for _ in range(150)]
    for seat in (first, elsewhere, *crowd):
        await seat.until(counted(152))
    for seat in crowd[:100]:
        feed.remove(seat.watcher)
    await elsewhere.until(counted(52))
    assert len(first.of("presence")) <= len(turns) < 150
    assert len(elsewhere.of("presence")) <= len(turns)


async def test_a_watcher_hears_something_at_least_every_twenty_seconds(start, monkeypatch):
    """Even while the channel layer hangs."""
    assert AS_PROMISED.repeat + AS_PROMISED.presence + AS_PROMISED.layer < 20
    seat = await sit(start(replace(QUICK, presence=0.05, repeat=0.1, layer=0.01)))
    await seat.until(lambda it: len(it.of("presence")) == 4)
    monkeypatch.setattr(get_channel_layer(), "group_send", lambda *sent: asyncio.sleep(PATIENCE_S))
    await seat.until(lambda it: len(it.of("presence")) >= 8)
    assert counted(1)(seat)
    assert len(set(seat.of("presence"))) == 1


async def test_a_feed_that_ends_says_goodbye_and_leaves_nothing_behind(board):
    layer = get_channel_layer()
    await layer.flush()
    before = asyncio.all_tasks()
    staying, leaving = (Feed("friday", read=board.read, pace=QUICK) for _ in range(2))
    staying_tasks, leaving_tasks = staying.start(), leaving.start()
    seat, _ = await sit(staying), await sit(leaving)
    await seat.until(counted(2))
    leaving.remove(next(iter(leaving.watchers)))
    for task in leaving_tasks:
        task.cancel()
    await seat.until(counted(1))
    for task in staying_tasks:
        task.cancel()
    await asyncio.gather(*staying_tasks, *leaving_tasks, return_exceptions=True)
    assert asyncio.all_tasks() == before
    assert not layer.groups
    assert not layer.channels
