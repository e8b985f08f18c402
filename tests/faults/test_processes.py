"""Processes are killed under load, and started again, as whatever runs a site does it."""

import random
import socket
import threading
import time
from collections.abc import Callable

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from competitions.jobs import recovery
from competitions.models import Hook
from tests.events.following import short
from tests.hooks.receivers import answers, receiver
from tests.servers.running import PATIENCE_S
from tests.waiting import until

from .conftest import WholeSite
from .crowd import Crowd
from .parts import Site
from .test_through_restarts import once_each

pytestmark = pytest.mark.faults

KILLS = 2


def test_web_processes_are_killed(whole_site: WholeSite) -> None:
    chance = random.Random("web")
    with whole_site.site.under_load() as crowd:
        for number in range(KILLS):
            time.sleep(chance.uniform(0, 0.5))
            whole_site.site.web[number % 2].kill()
            crowd.goes_on()


def test_the_worker_is_killed(whole_site: WholeSite) -> None:
    chance = random.Random("worker")
    with whole_site.site.under_load() as crowd:
        for _ in range(KILLS):
            crowd.goes_on()
            time.sleep(chance.uniform(0, 0.5))
            whole_site.worker.kill()


def test_the_worker_is_killed_in_the_middle_of_a_job(whole_site: WholeSite) -> None:
    with whole_site.site.under_load() as crowd:
        kill_in_the_middle_of_a_job(whole_site.worker.kill, whole_site.site, crowd)


def kill_in_the_middle_of_a_job(kill_worker: Callable[[], None], site: Site, crowd: Crowd) -> None:
    """It posts a webhook, and the receiver takes its time. The next worker posts the same once more."""
    begun, let_go = threading.Event(), threading.Event()

    def hold(_: socket.socket) -> None:
        begun.set()
        let_go.wait(PATIENCE_S)

    with receiver(hold, answers(204), secure=False) as there:
        hook = crowd.host.add_webhook(crowd.open, f"http://127.0.0.1:{there.port}/", ["joined"])
        crowd.goes_on()
        assert begun.wait(PATIENCE_S)
        kill_worker()
        let_go.set()
        with site.database():  # as if all leases had run out
            assert Hook.objects.filter(free_at__gt=timezone.now()).update(free_at=timezone.now()) == 1
            running = DBTaskResult.objects.running()
            assert running.update(started_at=timezone.now() - recovery.LEASE)
        crowd.goes_on()
        joined = [short(each) for each in crowd.host.events(crowd.open) if each["type"] == "joined"][-2:]
        until(lambda: once_each(there) == joined, "a message never came")
        assert there.received[0].headers["webhook-id"] == there.received[1].headers["webhook-id"]
        crowd.host.remove_webhook(crowd.open, hook["id"])


def test_the_only_process_on_sqlite_is_killed(small_site: Site) -> None:
    chance = random.Random("SQLite")
    with small_site.under_load() as crowd:
        for _ in range(KILLS):
            time.sleep(chance.uniform(0, 0.5))
            small_site.web[0].kill()
            crowd.goes_on()
