"""A network in which the name of the receivers leads to this machine, as if it were a public address; and a
contest in which happens what a test says."""

import json
import ssl
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from competitions.contests import webhooks
from competitions.models import Competition, Hook, Player
from competitions.outbound.events.event import Event
from competitions.outbound.webhooks import addresses, delivery, http_post
from competitions.outbound.webhooks.http_post import ReceiversAnswer
from competitions.outbound.webhooks.no_answer import NoReceiversAnswer
from competitions.outbound.webhooks.organiser_events import TYPES, ListStep
from tests.clients.rest import Client
from tests.competitions.conftest import Clock, anyone, crowd, owner, rival, stranger
from tests.jobs.work import ask_for_jobs, do_all_ready

from .receivers import AUTHORITY

__all__ = ["anyone", "crowd", "owner", "rival", "stranger"]

MANY = 100
"""No test has so many jobs, or events to send: what needs more goes on for ever."""


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Tells what the look-ups of names give, one after the other; the last answer stays."""
    answers: list[list[str]] = [["127.0.0.1"]]

    def look_up(host: str, port: int) -> list[object]:
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(2, 1, 6, "", (address, port)) for address in found]

    def tell(*given: list[str]) -> None:
        answers[:] = given

    trusting = ssl.create_default_context()
    AUTHORITY.configure_trust(trusting)
    monkeypatch.setattr(http_post, "context", lambda: trusting)
    monkeypatch.setattr(http_post, "look_up", look_up)
    monkeypatch.setattr(http_post, "is_public", lambda text: text == "127.0.0.1" or addresses.is_public(text))
    return tell


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


class Contest:
    """A contest in which happens what a test says, with one webhook, whose receiver answers as it is told."""

    def __init__(self, clock: Clock, owner: Client) -> None:
        self.clock = clock
        self.event = owner.create()
        self.competition = Competition.objects.get(pk=self.event["id"])
        self.organiser = Player.objects.get(pk=owner.player["id"])
        self.happened: list[Event] = []
        self.answers: list[int | str] = [200]
        """Statuses, or why there is none; the last one stays."""
        self.sent: list[tuple[str, Any]] = []
        """The id and the JSON of each request."""
        self.hook = self.add()

    def add(self, **given: Any) -> Hook:
        about = {"competition": self.competition, "organiser": self.organiser, "now": self.clock.now}
        given = {"url": "https://hooks.example/", "events": TYPES, **given}
        return webhooks.add_hook(**about, **given)[0]

    def happens(self, *types: str) -> None:
        for type in types:
            seq = len(self.happened) + 1
            self.happened.append(Event(seq, type, self.clock.now, {"n": seq}))
            Hook.objects.filter(competition=self.competition).update(happened=1000 + seq)

    def steps_for(self, hook: Hook, now: Any) -> Iterator[ListStep]:
        """Looks at three events at a time."""
        cursor, more = hook.cursor, True
        while more:
            start, known = int(cursor), len(self.happened)
            end = min(start + 3, known)
            for event in self.happened[start:end]:
                if event.type in hook.events:
                    before, cursor = cursor, str(event.seq)
                    yield ListStep(event, before, cursor)
            more = end < known
            before, cursor = cursor, str(end)
            yield ListStep(None, before, cursor, None if more else 1000 + known)

    def post(self, target: Any, body: bytes, headers: Any, *, private: bool) -> ReceiversAnswer:
        assert not connection.savepoint_ids, "something is locked while something is sent"
        assert len(self.sent) < MANY, "it is sent again and again"
        self.sent.append((headers["webhook-id"], json.loads(body)))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, str):
            raise NoReceiversAnswer(answer)
        return ReceiversAnswer(answer, "said")

    def work(self) -> list[int]:
        """Do what is due, and give the numbers of the events that were sent."""
        before = len(self.sent)
        jobs = 0
        while ask_for_jobs():
            do_all_ready()
            jobs += 1
            assert jobs < MANY, "there is always a job"
        return [body["data"]["n"] for _, body in self.sent[before:]]

    def now(self) -> Hook:
        return Hook.objects.get(pk=self.hook.pk)


@pytest.fixture
def contest(clock: Clock, owner: Client, monkeypatch: pytest.MonkeyPatch) -> Contest:
    monkeypatch.setattr(webhooks, "cursor_now", lambda competition, now: "0")
    contest = Contest(clock, owner)
    monkeypatch.setattr(delivery, "steps_for", contest.steps_for)
    monkeypatch.setattr(delivery, "post", contest.post)
    return contest


class Receiver:
    """What was posted; it answers with `status`."""

    def __init__(self) -> None:
        self.status = 200
        self.got: list[tuple[Any, bytes]] = []
        """The headers and the body of each request."""

    def post(self, target: Any, body: bytes, headers: Any, *, private: bool) -> ReceiversAnswer:
        self.got.append((headers, body))
        return ReceiversAnswer(self.status, "")

    @property
    def bodies(self) -> list[Any]:
        return [json.loads(body) for _, body in self.got]


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Receiver:
    receiver = Receiver()
    monkeypatch.setattr(delivery, "post", receiver.post)
    return receiver
