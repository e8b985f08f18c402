"""Searching for deals in a band (a promise about the deal, for example that it can be won): how far the
search is in each round of a draft, and how it is started again."""

from typing import NamedTuple

from django.utils.translation import gettext

from competitions.contests.change import RoundChange
from competitions.contests.plans import RoundPlan
from competitions.embargo.visibility import Viewpoint
from competitions.models import Band, Deal, Round


class BandLine(NamedTuple):
    """A round of a draft with a band, and in words how far the search for its deal is."""

    round: Round
    band: Band
    state: str


def bands_of(seen: Viewpoint) -> list[BandLine]:
    """A line for each round with a band. Empty after publishing, because every deal was found by then."""
    if seen.competition.state(seen.now) != "draft":
        return []
    return [
        BandLine(round, band, _state(round, seen))
        for round in seen.competition.rounds_in_order
        if (band := round.deal.band) is not None
    ]


def same_again(seen: Viewpoint) -> list[RoundChange]:
    """A change for each round. If the search for the round's deal has failed, the change makes the server
    search again in the same band; otherwise the change is empty."""
    return [_again(round.deal, seen) for round in seen.competition.rounds_in_order]


def _again(deal: Deal, seen: Viewpoint) -> RoundChange:
    if not deal.is_not_to_be_found(seen.now):
        return RoundChange(window={})
    plan = RoundPlan(game=deal.game, rules=deal.rules, band=deal.band)
    return RoundChange(deal=plan, banded=True, window={})


def _state(round: Round, seen: Viewpoint) -> str:
    if round.deal.is_not_to_be_found(seen.now):
        return gettext("We found no such deal: search again, or promise less.")
    return gettext("Found.") if round.deal.is_found(seen.now) else gettext("We are searching for it.")
