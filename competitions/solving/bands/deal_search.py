"""Asking for deals in bands, and the job that looks for them.

Networks take turns, whoever asks there: so nobody keeps other networks waiting by asking as many guests, or
by handing contests over to others.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django_tasks import task

from ...jobs.askers import askers
from ...jobs.backlogs import Backlog
from ...jobs.workers import FIRST, SOLVING
from ...models import Competition, Deal, Player, SoughtDeal
from ...refusals import Refusal
from ..par.separate_process import one_at_a_time
from .draws import draw_due

MOST_OF_ONE_NETWORK: Final = 60
"""For how many rounds one network may have deals looked for at the same time: two contests of as many rounds
as there may be."""


def seek_deals(competition: Competition, *, network: str, now: datetime) -> None:
    """Let deals be looked for in this network's turn, for the rounds that have none yet; must be called in a
    transaction. Raises `full` if that makes too many that the network has asked for."""
    # Of two requests of one organiser at once one waits; several may come to some more in one moment.
    list(Player.objects.select_for_update(no_key=True).filter(pk=competition.organiser_id))
    new = list(Deal.objects.filter(seed="", told_at=None, sought=None, round__competition=competition))
    asker, *before = askers(f"network {network}", asks_for="deals")
    if len(new) + searches_of([asker, *before], now) > MOST_OF_ONE_NETWORK:
        raise Refusal(
            "full",
            f"One network may have deals looked for in {MOST_OF_ONE_NETWORK} rounds at once: wait until some "
            "are found.",
        )
    SoughtDeal.objects.bulk_create(
        [SoughtDeal(deal=deal, asker=asker, asked_at=now) for deal in new], ignore_conflicts=True
    )
    BACKLOG.ask()


def searches_of(asker: Collection[str], now: datetime) -> int:
    """How many searches an asker has, by one of these hashes. Each counts until it is told what came of it:
    so nobody learns from this number when it has ended."""
    return SoughtDeal.objects.filter(asker__in=asker).exclude(deal__told_at__lte=now).count()


def stop_seeking(competition: Competition, now: datetime) -> None:
    """Let the deals of its rounds be looked for no more: from now on they are not to be found."""
    SoughtDeal.objects.filter(deal__round__competition=competition).delete()
    sought = Deal.objects.filter(round__competition=competition, seed="", told_at=None)
    sought.update(told_at=now)


def require_deals(competition: Competition, now: datetime) -> None:
    """Raises `wrong_state` if the deal of a round is not there."""
    for round in competition.rounds_in_order:
        if round.deal.is_not_to_be_found(now):
            raise Refusal(
                "wrong_state",
                f"No such deal was found for round {round.number}: ask again, or for a wider band.",
            )
        if not round.deal.is_found(now):
            raise Refusal("wrong_state", f"The deal of round {round.number} is still looked for.")


@task(queue_name=SOLVING, priority=FIRST)
def draw_deals() -> None:
    """Look for a while for what is looked for."""
    BACKLOG.work_off(one_at_a_time(draw_due))


BACKLOG: Final = Backlog("bands", SoughtDeal.objects.all(), draw_deals)
