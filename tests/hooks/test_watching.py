"""Several processes watch: each webhook has one job, whoever is first."""

from datetime import timedelta

from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from competitions.models import Hook
from competitions.outbound.webhooks.jobs import ask_for_jobs
from tests.clients.rest import Client, through_django
from tests.threads import at_once

HOOKS = 12
WATCHES = 4


def test_watches_ask_for_one_job_for_each_webhook(any_database, client, django_assert_num_queries):
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
    assert sum(at_once(*[lambda: ask_for_jobs(now)] * WATCHES)) == HOOKS - 2
    asked = {each["args"][0] for each in DBTaskResult.objects.values_list("args_kwargs", flat=True)}
    assert asked == set(Hook.objects.exclude(job=None).values_list("pk", flat=True))
    assert asked == due
    assert DBTaskResult.objects.count() == HOOKS - 2
    with django_assert_num_queries(1):
        assert ask_for_jobs(now) == 0
