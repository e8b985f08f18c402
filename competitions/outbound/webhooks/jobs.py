"""The jobs that deliver to webhooks. A job takes webhooks that have something to send, in turns.

Playing never waits for a webhook. A follower of the ledger makes webhooks due, and the jobs read from the
database what to send.
"""

from functools import partial
from typing import Final

from django.utils import timezone
from django_tasks import task

from ...jobs.watches import Watch, watch
from ...jobs.work import Work
from ...jobs.workers import SLOW as SLOW_QUEUE
from ...models import Hook
from .delivery import deliver_due
from .turns import QUICK, SLOW, Lane

LOOK_EVERY_S: Final = 5.0
"""The seconds between two checks for deliveries to send again. New events do not wait for a check, because a
follower asks for a job at once."""


@task()
def deliver() -> None:
    """Deliver to quick receivers, for one slice of time."""
    _deliver(QUICK, QUICK_WORK)


@task(queue_name=SLOW_QUEUE)
def deliver_slowly() -> None:
    """Deliver to slow receivers, for one slice of time."""
    _deliver(SLOW, SLOW_WORK)


QUICK_WORK: Final = Work("webhooks", QUICK, deliver)

SLOW_WORK: Final = Work("slow webhooks", SLOW, deliver_slowly)


def _deliver(lane: Lane, work: Work) -> None:
    work.run(lambda end: lane.work_off(partial(deliver_due, lane), end, work.enqueue_if_due))


def ask_for_delivery() -> None:
    """Ask for two jobs after the transaction has committed: one for quick receivers, one for slow ones."""
    QUICK_WORK.ask()
    SLOW_WORK.ask()


def watch_retries() -> Watch:
    """Check regularly, until the process ends, whether a delivery must be sent again. If so, ask for a
    job."""
    return watch("webhook retries", LOOK_EVERY_S, _ask_for_due_deliveries)


def _ask_for_due_deliveries() -> None:
    if Hook.objects.due(timezone.now()).exists():
        QUICK_WORK.enqueue_if_due()
        SLOW_WORK.enqueue_if_due()
