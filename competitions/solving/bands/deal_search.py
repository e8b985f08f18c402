"""Requests for deals in a band, for example deals that can be won, and the job that searches for such deals.

The networks from which players ask take turns. Therefore one network cannot slow down others, even with many
guests, or by handing contests to other organisers.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy
from django_tasks import task

from ...jobs.askers import askers
from ...jobs.due_rows import Searches
from ...jobs.work import Work
from ...jobs.workers import FIRST, SOLVING
from ...models import Competition, Deal, Player, SoughtDeal
from ...refusals import Refusal
from ...translatable import with_facts
from ..par.separate_process import one_at_a_time
from .draws import draw_due

MOST_OF_ONE_NETWORK: Final = 60
"""The greatest number of searches of one network at once. It is enough for two contests with the greatest
number of rounds."""


TOO_MANY: Final = ngettext_lazy(
    "We search for the deals of at most %(most)d round of one network at once: wait until some are found.",
    "We search for the deals of at most %(most)d rounds of one network at once: wait until some are found.",
    "most",
)


def search_deals(competition: Competition, *, network: str, now: datetime) -> None:
    """Have a deal searched for each round that has none, in this network's turn. Rounds whose search is under
    way or found nothing are left out. Call this in a transaction. Raises `full` if the network has too many
    searches."""
    # The lock makes two requests of one organiser wait for each other. Several organisers of one network may
    # still exceed the limit by a few.
    list(Player.objects.select_for_update(no_key=True).filter(pk=competition.organiser_id))
    new = list(Deal.objects.filter(seed="", told_at=None, sought=None, round__competition=competition))
    asker, *before = askers(f"network {network}", asks_for="deals")
    if len(new) + count_searches([asker, *before], now) > MOST_OF_ONE_NETWORK:
        raise Refusal("full", with_facts(TOO_MANY, most=MOST_OF_ONE_NETWORK))
    SoughtDeal.objects.bulk_create(
        [SoughtDeal(deal=deal, asker=asker, asked_at=now) for deal in new], ignore_conflicts=True
    )
    WORK.ask()


def count_searches(asker: Collection[str], now: datetime) -> int:
    """The number of searches of one asker. `asker` has the asker's hashes, one for each valid secret of the
    site. A search counts until its result is published, so the number does not reveal when the search
    ended."""
    return SoughtDeal.objects.filter(asker__in=asker).exclude(deal__told_at__lte=now).count()


def stop_searches(competition: Competition, now: datetime) -> None:
    """End the searches for deals of the competition's rounds. They count as searches that found no deal."""
    SoughtDeal.objects.filter(deal__round__competition=competition).delete()
    sought = Deal.objects.filter(round__competition=competition, seed="", told_at=None)
    sought.update(told_at=now)


def require_deals(competition: Competition, now: datetime) -> None:
    """Raises `wrong_state` if a round has no deal."""
    for round in competition.rounds_in_order:
        if round.deal.is_not_to_be_found(now):
            sentence = _("No such deal was found for round %(number)d: ask again, or ask for a wider band.")
            raise Refusal("wrong_state", with_facts(sentence, number=round.number))
        if not round.deal.is_found(now):
            sentence = _("We are still searching for the deal of round %(number)d.")
            raise Refusal("wrong_state", with_facts(sentence, number=round.number))


@task(queue_name=SOLVING, priority=FIRST)
def draw_deals() -> None:
    """Search for the requested deals, during one slice of time."""
    WORK.run(one_at_a_time(draw_due))


class UntoldSearches(Searches[SoughtDeal]):
    """All searches whose result is still to be published. So a search that was given up is due as well."""

    def due(self, now: datetime) -> "QuerySet[SoughtDeal]":
        return self.rows.all()


WORK: Final = Work("bands", UntoldSearches(SoughtDeal.objects.all()), draw_deals)
