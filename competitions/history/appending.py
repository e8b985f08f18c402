"""Appending leaves, and the follower that does it: whatever is there already is not appended again.

So nothing has to be remembered of what was appended, and whoever died in the middle of it is followed by
somebody who begins anew. Two at once try for the same number, which the database gives to one; the other
fails, and is called again.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from django.db import transaction

from ..embargo.visibility import viewpoint
from ..following.follower import EventRow, Follower
from ..jobs.workers import RATINGS
from ..models import Act, Attempt, Competition, Leaf, Log, Round, StateChange
from ..models.stretches import stretches
from ..receipts.writing import result_json
from ..scoring.memory import FIELDS
from .leaves import commitment_leaf, result_leaf
from .stored_tree import edge
from .tree import leaf_hash

AT_A_TIME: Final = 500
"""How many leaves are appended in one transaction."""

CHANGING: Final = frozenset({"certify", "disqualify", "reinstate"})
"""The acts by which certified results are others than before. After the certifying it is bans that do so."""


def append_what_happened(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Append the commitments that are published in a competition, and its results once it is certified; again
    those that a ban has changed."""
    acts = {row.act for row in rows if isinstance(row, Act)}
    moments = [row.at for row in rows if isinstance(row, StateChange)]
    if not acts and not moments:
        return
    competition = Competition.objects.get(pk=competition_id)
    # Another process's clock, which may be ahead of this one's, has opened it.
    seen = viewpoint(competition, None, max([now, *moments]))
    rounds = competition.rounds_in_order
    append([commitment_leaf(competition, round) for round in rounds if seen.commitment(round) is not None])
    if competition.certified_at is not None and not acts.isdisjoint(CHANGING):
        for round in rounds:
            for leaves in _result_leaves(competition, round):
                append(leaves)


FOLLOWER: Final = Follower("history", append_what_happened, acts_alone=True, queue=RATINGS)


def append(leaves: Sequence[bytes]) -> None:
    """Append those of the leaves that are not there yet, in their order."""
    for some in stretches(leaves, AT_A_TIME):
        with transaction.atomic():
            append_batch(some)


def append_batch(leaves: Sequence[bytes]) -> None:
    """Append them in the transaction that runs; raises IntegrityError if somebody was faster."""
    digests = {leaf_hash(leaf): leaf for leaf in leaves}
    stored = Leaf.objects.filter(digest__in=list(digests)).order_by().values_list("digest", flat=True)
    there = {bytes(each) for each in stored}
    if not (new := {digest: leaf for digest, leaf in digests.items() if digest not in there}):
        return
    growing, rows = edge(), []
    for digest, leaf in new.items():
        number = growing.size
        rows.append(
            Leaf(
                number=number,
                before_id=number - 1 if number else None,
                data=leaf,
                digest=digest,
                subtrees=b"".join(growing.append(leaf)),
            )
        )
    Leaf.objects.bulk_create(rows)


def _result_leaves(competition: Competition, round: Round) -> Iterator[list[bytes]]:
    """The leaves of a round's results, a stretch at a time."""
    with FIELDS.of(competition) as field:
        order = field.in_round(round.pk)
        among, places = order.counting, {entry: place.rank for entry, place in order.places()}
    counting = Attempt.objects.filter(round=round, counts=True).order_by("event")
    for some in stretches(counting.values_list("pk", flat=True), AT_A_TIME):
        logs = Log.objects.filter(attempt__in=some).select_related("attempt").order_by("attempt__event")
        leaves = []
        for log in logs:
            assert log.attempt is not None
            log.round = round
            result = result_json(log, place=places[log.entry_id], field=among)
            leaves.append(result_leaf(competition.pk, log.attempt.player_id, result))
        yield leaves
