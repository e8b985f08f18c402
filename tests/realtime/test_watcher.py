"""What a watcher is sent by a server that sends at once: in order, the newest only, all of it in the end."""

import asyncio

import pytest

from competitions.realtime import watcher as module
from competitions.realtime.messages import FeedMessage
from competitions.realtime.watcher import Watcher
from tests.servers.waiting import until


class Line:
    """A connection that takes a text at once, or none while it is blocked."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.blocked = False

    def push(self, text: str) -> bool:
        if not self.blocked:
            self.taken.append(text)
        return not self.blocked


async def nobody_sends(text: str) -> None:
    raise AssertionError("a message went round the push")


def standings(version: int) -> FeedMessage:
    return FeedMessage({"type": "standings", "version": version}, version=version)


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def watcher(line: Line, monkeypatch: pytest.MonkeyPatch) -> Watcher:
    monkeypatch.setattr(module, "TRY_AGAIN_S", 0.01)
    return Watcher(nobody_sends, push=line.push)


async def test_a_message_is_gone_when_it_was_offered(watcher, line):
    first, second = standings(1), standings(2)
    watcher.offer(first)
    watcher.offer(second)
    assert line.taken == [first.text, second.text]
    assert line.taken[0] is first.text, "the same text for every watcher, not its like"


async def test_who_lags_behind_gets_the_newest_of_each_kind_in_the_end(watcher, line):
    line.blocked = True
    state, newest = FeedMessage({"type": "state"}), standings(3)
    for message in (standings(1), state, standings(2), newest):
        watcher.offer(message)
    await asyncio.sleep(0.03)
    assert line.taken == []
    line.blocked = False
    await until(lambda: line.taken)
    assert line.taken == [state.text, newest.text]
    watcher.offer(standings(4))
    assert line.taken[-1] == standings(4).text


async def test_who_has_left_is_not_tried_again(watcher, line):
    line.blocked = True
    watcher.offer(standings(1))
    watcher.leave()
    line.blocked = False
    watcher.offer(standings(2))
    await asyncio.sleep(0.03)
    assert line.taken == []
