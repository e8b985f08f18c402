"""Create a competition with its rounds and deals."""

from datetime import date, datetime

from django.db import transaction

from ..ledger.states import record_states
from ..models import Access, Competition, Daily, Deal, Kind, Player, Round, Series
from ..models.deals import random_seed
from ..models.ids import new_id
from ..people.form_repeats import made_once
from ..solving.bands.deal_search import search_deals
from .plans import Plan, RoundPlan, check_plan, stored_settings


@transaction.atomic
def create_competition(
    *,
    organiser: Player | None,
    plan: Plan,
    now: datetime,
    kind: str = Kind.CONTEST,
    challenge: str | None = None,
    daily: Daily | None = None,
    series: Series | None = None,
    series_on: date | None = None,
    against: Player | None = None,
    rematch_of: Competition | None = None,
    network: str = "",
) -> Competition:
    """Create a competition with all its rounds and deals. Raises `invalid` for an unfit plan.

    `challenge` is the hash of a challenge's deal, and `daily` the calendar entry of a daily. `series` is the
    series to which the contest of the date `series_on` belongs. Dailies and duels have no organiser. For a
    duel, `against` is the chosen opponent, if there is one. For a rematch, `rematch_of` is the earlier duel.
    `network` is the address that sent the request. Networks take turns when deals in bands are searched for.
    """
    settings = stored_settings(plan)
    check_plan(plan, now)
    competition = Competition.objects.create(
        **settings,
        kind=kind,
        organiser=organiser,
        challenge=challenge,
        daily=daily,
        series=series,
        series_on=series_on,
        against=against,
        rematch_of=rematch_of,
        closes_once_played=kind == Kind.DUEL,
        invite=new_id() if plan.access == Access.INVITE else "",
        created_at=now,
        published_at=None if plan.draft else now,
    )
    for number, round in enumerate(plan.rounds, start=1):
        make_round(competition, number, round)
    made = Competition.read(competition.pk)
    if plan.seeks_deals:
        search_deals(made, network=network, now=now)
    record_states(made, now)
    return made


def create_once(
    *, organiser: Player, plan: Plan, key: str | None, now: datetime, network: str = ""
) -> Competition:
    """Create a competition. If the organiser has sent the form with this `key` within the last day, return
    the competition that was made then. Without a key, a competition is always made. Raises what
    `create_competition` raises."""
    made = made_once(
        lambda: create_competition(organiser=organiser, plan=plan, now=now, network=network).pk,
        form="form of a competition",
        player=organiser,
        key=key,
        now=now,
    )
    return Competition.objects.get(pk=made)


def make_round(competition: Competition, number: int, plan: RoundPlan) -> Round:
    return Round.objects.create(
        competition=competition,
        number=number,
        deal=make_deal(plan),
        opens_at=plan.opens_at,
        closes_at=plan.closes_at,
    )


def make_deal(plan: RoundPlan) -> Deal:
    """Make the deal of a round. If something was promised about the deal (for example that it can be won),
    it gets its seed later, when a search has found a fitting seed."""
    if plan.band is None:
        return Deal.objects.create(
            game_slug=plan.game.slug, rules=dict(plan.rules), seed=plan.seed or random_seed()
        )
    kind, low, high = plan.band
    return Deal.objects.create(
        game_slug=plan.game.slug, rules=dict(plan.rules), band_kind=kind, band_low=low, band_high=high
    )
