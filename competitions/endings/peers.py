"""Peers: the people whose scores a viewer sees beside a game. In a duel or challenge, they are its other
players. In any other contest, they are members of the viewer's circles. Results that the viewer may not know
are left out."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from ..embargo.circles import memberships_of
from ..embargo.visibility import Viewpoint
from ..models import Attempt, Kind, Round
from ..standings import standings

MOST: Final = 3
"""The greatest number of peers on a scale. The maker of a challenge comes first, then the nearest scores."""

LOOKED_AT: Final = 500
"""How many results of members of the viewer's circles are read at most."""


class Peer(NamedTuple):
    whose: str
    """`friend` for a player of the same duel or challenge, `circle` for a member of one of the viewer's
    circles."""
    player: str
    """The player's id."""
    name: str
    """The player's name in the competition."""
    score: int
    bot: bool = False


def peers_of(seen: Viewpoint, round: Round, score: int, *, but: str) -> Sequence[Peer]:
    """The peers with the scores nearest to `score`, the maker of a challenge first. The viewer and the player
    with the id `but` are left out. At most two queries, besides reading the standings."""
    if seen.entry is None or not seen.knows_scores(round):
        return ()
    found = _friends(seen, round) if seen.competition.kind in (Kind.CHALLENGE, Kind.DUEL) else ()
    if not found:
        found = _members(seen, round)
    maker = seen.competition.organiser_id
    others = [each for each in found if each.player not in (but, seen.entry.player_id)]
    return sorted(others, key=lambda each: (each.player != maker, abs(each.score - score)))[:MOST]


def _friends(seen: Viewpoint, round: Round) -> Sequence[Peer]:
    """The players next to the viewer in the standings of a duel or challenge, and the maker of the
    challenge."""
    assert seen.entry is not None
    rows = list(standings.around(seen.entry, seen, round=round).results)
    maker = seen.competition.organiser_id
    if maker is not None and all(row["player"]["id"] != maker for row in rows):
        made_by = seen.competition.entries.filter(player=maker).select_related("player").first()
        rows += [] if made_by is None else [standings.row_of(made_by, seen, round=round)]
    return [
        Peer("friend", row["player"]["id"], row["player"]["name"], cell["score"], row["player"]["bot"])
        for row in rows
        for cell in [row["rounds"][round.number - 1]]
        if cell is not None and cell["score"] is not None and not row["disqualified"]
    ]


def _members(seen: Viewpoint, round: Round) -> Sequence[Peer]:
    """The members of the viewer's circles who have a result in the round, if the viewer may know it."""
    assert seen.entry is not None
    circles = list(memberships_of(seen.entry.player).values_list("circle", flat=True))
    if not circles:
        return ()
    theirs = (
        Attempt.objects.counting().filter(round=round, player__memberships__circle__in=circles).distinct()
    )
    ended = theirs.select_related("entry__player")[:LOOKED_AT]
    return [
        Peer("circle", attempt.player_id, attempt.entry.name, attempt.score, attempt.entry.player.bot)
        for attempt in ended
        if attempt.score is not None and _is_known(attempt, round, seen)
    ]


def _is_known(attempt: Attempt, round: Round, seen: Viewpoint) -> bool:
    attempt.round = round  # saves a query: the caller has loaded the round
    return seen.sees_attempt(attempt)
