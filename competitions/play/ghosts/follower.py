"""The follower that lists the closed rounds that anybody may play again (as ghosts)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db.models import Count, Q

from ...embargo.visibility import viewpoint
from ...ledger.follower import EventRow, Follower
from ...models import Attempt, Competition, OfferedDeal, StateChange
from ...models.offered_deals import random_spot


def list_offered_deals(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """List the competition's rounds that anybody may play again. Store with each round how many people have a
    result in it, and how many players, bots included. Remove rounds that not everybody may play from the
    list."""
    if not rows:
        return
    moments = [row.at for row in rows if isinstance(row, StateChange)]
    competition = Competition.objects.get(pk=competition_id)
    # The viewpoint is not earlier than the recorded closing. The clock of the process that closed the round
    # may be ahead of this process's clock. By this process's clock alone, the round would still be open.
    seen = viewpoint(competition, None, max([now, *moments]))
    dealt = {round.pk: round for round in competition.rounds_in_order if seen.deals_to_anyone(round)}
    results = Attempt.objects.counting().filter(round__in=list(dealt)).order_by()
    fields = results.values("round").annotate(
        people=Count("pk", filter=Q(player__bot=False)), field=Count("pk")
    )
    listed = [
        OfferedDeal(
            round=dealt[pk],
            game_slug=dealt[pk].deal.game_slug,
            people=people,
            field=field,
            spot=random_spot(),
        )
        for pk, people, field in fields.values_list("round", "people", "field")
    ]
    OfferedDeal.objects.bulk_create(
        listed, update_conflicts=True, unique_fields=["round"], update_fields=["people", "field"]
    )
    gone = OfferedDeal.objects.filter(round__competition=competition)
    gone.exclude(round__in=[each.round_id for each in listed]).delete()


FOLLOWER: Final = Follower("offered deals", list_offered_deals, acts_alone=True)
