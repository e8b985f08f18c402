"""Asking for deals in bands, and the job that looks for them."""

from datetime import datetime
from typing import Final

from django_tasks import task

from ..jobs.backlogs import Backlog
from ..jobs.workers import SOLVING
from ..models import Competition, Deal, SoughtDeal
from ..refusals import Refusal
from .draws import draw_due

MOST_OF_ONE_ORGANISER: Final = 30
"""For how many rounds of an organiser deals are looked for at the same time: as many as a contest has."""


def seek_deals(competition: Competition, now: datetime) -> None:
    """Let the deals of its rounds be looked for that have none yet. Raises `full` if the deals of too many
    rounds of its organiser are looked for."""
    sought = Deal.objects.filter(seed="", told_at=None)
    theirs = sought.filter(
        round__competition__organiser=competition.organiser_id, round__competition__cancelled_at=None
    )
    if theirs.count() > MOST_OF_ONE_ORGANISER:
        raise Refusal(
            "full",
            f"Deals are looked for in {MOST_OF_ONE_ORGANISER} rounds at most: wait until some are found.",
        )
    new = sought.filter(round__competition=competition)
    SoughtDeal.objects.bulk_create(
        [SoughtDeal(deal=deal, asked_at=now) for deal in new], ignore_conflicts=True
    )
    BACKLOG.ask()


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
