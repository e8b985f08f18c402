"""Which deals of a draft are in a band, and how far the search for them is."""

from typing import NamedTuple

from competitions.embargo.visibility import Viewpoint
from competitions.models import Band, Round


class BandLine(NamedTuple):
    """A round of a draft whose deal is in a band, or is to be."""

    round: Round
    band: Band
    state: str


def bands_of(seen: Viewpoint) -> list[BandLine]:
    """A line for each such round; none once the contest is published, as all are found then."""
    if seen.competition.state(seen.now) != "draft":
        return []
    return [
        BandLine(round, band, _state(round, seen))
        for round in seen.competition.rounds_in_order
        if (band := round.deal.band) is not None
    ]


def _state(round: Round, seen: Viewpoint) -> str:
    if round.deal.is_not_to_be_found(seen.now):
        return "none was found: ask for a wider band"
    return "found" if round.deal.is_found(seen.now) else "being looked for"
