"""Webhooks take turns: neither an account with many of them nor a slow receiver holds up anybody else's."""

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django_tasks.signals import task_enqueued

from competitions.jobs.workers import QUEUES, Workers
from competitions.models import Competition, Hook
from competitions.outbound.webhooks import delivery
from competitions.outbound.webhooks.http_post import ReceiversAnswer
from competitions.outbound.webhooks.turns import QUICK, SLOW
from tests.clients.rest import Client, through_django
from tests.jobs.work import ask_for_jobs, do_all_ready
from tests.servers.running import PATIENCE_S
from tests.waiting import until

Add = Callable[..., list[str]]


@pytest.fixture
def add(any_database: str, client: Any) -> Add:
    """Makes an account with a webhook in each of so many contests, and something to send to it."""
    anyone = Client(through_django(client))

    def add(name: str, *hosts: str, quick: bool = False) -> list[str]:
        owner, added = anyone.guest(name), []
        for number, host in enumerate(hosts):
            path = f"/competitions/{owner.create()['id']}/webhooks"
            made = owner.post(path, {"url": f"https://{host}/{name}/{number}"})
            assert made.status == 201, made.raw
            added.append(made.body["id"])
        hooks = Hook.objects.filter(pk__in=added)
        events = Competition.objects.filter(pk=OuterRef("competition")).values("events")
        hooks.update(happened=Subquery(events), slow=not quick)
        return added

    return add


def due(lane: Any) -> set[str]:
    return {hook.pk for hook in lane.candidates(timezone.now())}


class Receivers:
    """They accept everything, and each host takes as long as it is told, by a clock of ours."""

    def __init__(self) -> None:
        self.now = 0.0
        self.takes: dict[str, float] = {}
        self.asked: list[str] = []
        """The paths that something was sent to, in order: whose webhook, and which."""

    def post(self, target: Any, *_: Any, **__: Any) -> ReceiversAnswer:
        self.asked.append(target.path.removeprefix("/"))
        self.now += self.takes.get(target.host, 0.1)
        return ReceiversAnswer(200, "")


@pytest.fixture
def receivers(monkeypatch: pytest.MonkeyPatch) -> Receivers:
    receivers = Receivers()
    monkeypatch.setattr(delivery, "post", receivers.post)
    monkeypatch.setattr(delivery, "time", SimpleNamespace(monotonic=lambda: receivers.now))
    return receivers


@pytest.mark.extra
def test_an_account_with_many_slow_webhooks_holds_up_nobody(add, monkeypatch):
    """Its receiver answers nothing before all others have had what is theirs."""
    all_others_told = threading.Event()
    left: list[int] = []

    def post(target: Any, *_: Any, **__: Any) -> ReceiversAnswer:
        if target.host != "slow.example":
            left.append(Hook.objects.due(timezone.now()).filter(receiver="slow.example").count())
            if len(left) == 2:
                all_others_told.set()
        elif not all_others_told.wait(PATIENCE_S):
            all_others_told.set()  # too late, but the test is to end
        return ReceiversAnswer(200, "")

    monkeypatch.setattr(delivery, "post", post)
    add("Mallory", *["slow.example"] * 12)
    add("Nina", "new.example")
    add("Paul", "proven.example", quick=True)
    workers = Workers(QUEUES, 2)
    workers.start().stop()
    try:
        ask_for_jobs()
        until(lambda: not Hook.objects.due(timezone.now()).exists())
    finally:
        task_enqueued.disconnect(workers.hear)
        workers.stop(PATIENCE_S)
    assert len(left) == 2
    assert min(left) >= 10, "they waited for what is slow"


@pytest.mark.extra
def test_accounts_take_turns_however_many_webhooks_one_has(add, receivers):
    add("Ann", *[f"a{number}.example" for number in range(9)])
    add("Bob", *["b.example"] * 2)
    assert len(due(SLOW)) == 2
    ask_for_jobs()
    do_all_ready()
    accounts = [path.split("/")[0] for path in receivers.asked]
    assert sorted(accounts[:2]) == sorted(accounts[2:4]) == ["Ann", "Bob"]
    assert accounts[4:] == ["Ann"] * 7


@pytest.mark.extra
def test_only_so_many_webhooks_of_an_account_and_of_a_host_are_at_work(add):
    add("Ann", *[f"a{number}.example" for number in range(5)], quick=True)
    add("Eve", *[f"b{number}.example" for number in range(5)])
    for name in ("Bob", "Carl", "Dora"):
        add(name, "one.example", quick=True)
    while QUICK.lease(timezone.now()) or SLOW.lease(timezone.now()):
        pass
    at_work = Hook.objects.exclude(free_at=None)
    assert at_work.filter(slow=False).exclude(receiver="one.example").count() == QUICK.at_work
    assert at_work.filter(slow=False, receiver="one.example").count() == QUICK.at_work
    assert at_work.filter(slow=True).count() == SLOW.at_work


def test_a_receiver_is_slow_until_it_has_been_quick(add, receivers):
    (hook,) = add("Ann", "a.example")
    assert due(SLOW) == {hook}
    ask_for_jobs()
    do_all_ready()
    assert not Hook.objects.get().slow
    receivers.takes["a.example"] = delivery.QUICK_S + 0.1
    Hook.objects.update(looked=0, cursor="0-0-0")
    assert due(QUICK) == {hook}
    ask_for_jobs()
    do_all_ready()
    assert Hook.objects.get().slow


def test_one_with_much_to_send_lets_the_others_of_its_account_go_first(add, receivers):
    """After its time they have their turn; and a job sends something, however long that takes."""
    receivers.takes["much.example"] = delivery.LONGEST_JOB_S + 1
    much, little = add("Ann", "much.example", "a.example")
    Hook.objects.filter(pk=much).update(cursor="0-0-0")
    Hook.objects.filter(pk=little).update(turn_at=timezone.now())
    ask_for_jobs()
    do_all_ready()
    assert receivers.asked[:3] == ["Ann/0", "Ann/1", "Ann/0"]
    assert not Hook.objects.due(timezone.now()).exists()
