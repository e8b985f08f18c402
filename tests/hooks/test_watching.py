"""Of workers at once, each webhook is leased by one."""

from datetime import timedelta

from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from competitions.models import Hook
from competitions.outbound.webhooks.jobs import SLOW_WORK
from competitions.outbound.webhooks.turns import SLOW
from tests.clients.rest import Client, through_django
from tests.threads import at_once

HOOKS = 12
WORKERS = 4


def test_of_workers_at_once_each_leases_another_webhook(any_database, client, django_assert_num_queries):
    anyone = Client(through_django(client))
    now = timezone.now()
    for number in range(HOOKS):
        owner = anyone.guest(f"Owner {number}")
        Hook.objects.create(
            competition_id=owner.create()["id"],
            added_by_id=owner.player["id"],
            url=f"https://hooks{number}.example/",
            receiver=f"hooks{number}.example",
            events=["act"],
            happened=1,
            created_at=now,
            stopped_at=now if number == 0 else None,
            next_try_at=now + timedelta(days=1) if number == 1 else None,
        )
    due = set(Hook.objects.due(now).values_list("pk", flat=True))
    assert len(due) == HOOKS - 2
    assert SLOW_WORK.enqueue_if_due()
    assert not SLOW_WORK.enqueue_if_due()
    assert DBTaskResult.objects.count() == 1
    leased: list[str] = []

    def lease() -> None:
        while (hook := SLOW.lease(now)) is not None:
            leased.append(hook.pk)

    at_once(*[lease] * WORKERS)
    assert sorted(leased) == sorted(due)
    with django_assert_num_queries(1):
        assert not SLOW_WORK.enqueue_if_due()
