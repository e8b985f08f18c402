"""Asking for deals in bands, and the job that looks for them.

Whoever asks takes turns with all others by their network, of which a hash is kept until it is known what came
of it. So nobody keeps others waiting, as whatever guest they ask.
"""

from datetime import datetime
from typing import Final

from django.db.models import Q
from django_tasks import task

from ..derived_keys import derived_key
from ..jobs.backlogs import Backlog
from ..jobs.workers import SOLVING
from ..models import Competition, Deal, Player, SoughtDeal
from ..refusals import Refusal
from .draws import draw_due

MOST_OF_ONE_ORGANISER: Final = 30
"""For how many rounds of an organiser deals are looked for at the same time: as many as a contest has."""


def seek_deals(competition: Competition, *, network: str, now: datetime) -> None:
    """Let the deals of its rounds be looked for that have none yet, in the turn of this network; must be
    called in a transaction. Raises `full` if the deals of too many rounds of its organiser are looked for."""
    _require_few_searches(competition, now)
    new = Deal.objects.filter(seed="", told_at=None, round__competition=competition)
    asker = derived_key("network of who asks for deals", network).hex()[:32]
    SoughtDeal.objects.bulk_create(
        [SoughtDeal(deal=deal, asker=asker, asked_at=now) for deal in new], ignore_conflicts=True
    )
    BACKLOG.ask()


def _require_few_searches(competition: Competition, now: datetime) -> None:
    """Hold the organiser's row until the transaction ends, so that of two at once one waits; raises `full`.

    A search counts until it is told what came of it.
    """
    list(Player.objects.select_for_update(no_key=True).filter(pk=competition.organiser_id))
    drafts = Competition.objects.filter(
        organiser=competition.organiser_id, published_at=None, cancelled_at=None
    )
    in_bands = Deal.objects.filter(round__competition__in=drafts).exclude(band_kind="")
    if in_bands.filter(Q(told_at=None) | Q(told_at__gt=now)).count() > MOST_OF_ONE_ORGANISER:
        raise Refusal(
            "full",
            f"Deals are looked for in {MOST_OF_ONE_ORGANISER} rounds at most: wait until some are found.",
        )


def stop_seeking(competition: Competition) -> None:
    """Let the deals of its rounds be looked for no more."""
    SoughtDeal.objects.filter(deal__round__competition=competition).delete()


def require_deals(competition: Competition, now: datetime) -> None:
    """Raises `wrong_state` if the deal of a round is not there."""
    for round in competition.rounds_in_order:
        if round.deal.is_not_to_be_found(now):
            raise Refusal(
                "wrong_state",
                f"No such deal was found for round {round.number} in the time there is: ask again, or for a "
                "wider band.",
            )
        if not round.deal.is_found(now):
            raise Refusal("wrong_state", f"The deal of round {round.number} is still looked for.")


@task(queue_name=SOLVING)
def draw_deals() -> None:
    """Look for a while for what is looked for."""
    BACKLOG.work_off(draw_due)


BACKLOG: Final = Backlog("bands", SoughtDeal.objects.all(), draw_deals)
