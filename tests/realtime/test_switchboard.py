"""Feeds come with the first watcher and go with the last."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from channels.layers import get_channel_layer

from competitions.ledger.announcements import watched_here
from competitions.realtime import feed, switchboard
from competitions.realtime.feed_queries import FeedReading
from competitions.realtime.messages import FeedMessage, Timetable
from competitions.realtime.switchboard import Switchboard
from competitions.realtime.watcher import Watcher
from tests.servers.waiting import until


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """What the database counts of each competition."""
    counted = {"friday": 1, "monday": 1}

    async def read(competition_id: str, known: int) -> FeedReading:
        version = counted[competition_id]
        states = Timetable("running", None, None, None, ())
        message = FeedMessage({"type": "standings", "version": version}, version=version)
        return FeedReading(
            version, states, FeedMessage({"type": "state"}), message if version > known else None, None
        )

    def in_thread(work: Any) -> Any:
        assert work is switchboard.changes_of

        async def look(competition_ids: Sequence[str]) -> dict[str, int]:
            return {competition_id: counted[competition_id] for competition_id in competition_ids}

        return look

    monkeypatch.setattr(feed.Feed.__init__, "__kwdefaults__", {"read": read, "pace": feed.AS_PROMISED})
    monkeypatch.setattr(switchboard, "in_feed_thread", in_thread)
    monkeypatch.setattr(switchboard, "LOOK_EVERY_S", 0.02)
    return counted


def seat() -> tuple[Watcher, list[str]]:
    texts: list[str] = []

    async def send(text: str) -> None:
        texts.append(text)

    return Watcher(send), texts


async def test_watchers_of_one_competition_share_a_feed_and_the_last_leaves_nothing_behind(changes):
    layer = get_channel_layer()
    await layer.flush()
    before = asyncio.all_tasks()
    here = Switchboard()
    seats = [seat() for _ in range(3)]
    for watcher, _ in seats[:2]:
        here.join("friday", watcher)
    here.join("monday", seats[2][0])
    await until(lambda: all(texts for _, texts in seats) and len(layer.groups) == 2)
    await until(lambda: all(unheard.empty() for unheard in layer.channels.values()))
    assert [len(members) for members in layer.groups.values()] == [1, 1]
    assert {"friday", "monday"} <= watched_here
    here.leave("friday", seats[0][0])
    here.leave("monday", seats[2][0])
    assert "friday" in watched_here
    assert "monday" not in watched_here
    await until(lambda: len(layer.groups) == 1)
    here.leave("friday", seats[1][0])
    await until(lambda: here.idle and asyncio.all_tasks() == before)
    assert not {"friday", "monday"} & watched_here
    assert not layer.groups
    assert not layer.channels


async def test_a_competition_may_be_watched_again_while_its_last_feed_still_ends(changes):
    here = Switchboard()
    for _ in range(3):
        watcher, texts = seat()
        here.join("friday", watcher)
        await until(lambda texts=texts: len(texts) == 2)
        here.leave("friday", watcher)
    await until(lambda: here.idle)


async def test_changes_that_gave_no_wake_up_are_found_by_looking(changes):
    here = Switchboard()
    watcher, texts = seat()
    here.join("friday", watcher)
    await until(lambda: len(texts) == 2)
    changes["friday"] = 2
    await until(lambda: any('"version":2}' in text for text in texts))
    here.leave("friday", watcher)
    await until(lambda: here.idle)
