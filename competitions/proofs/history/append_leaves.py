"""Appending leaves to the history. A stored leaf is not appended again, and the results of a round are
appended some at a time. So if a worker dies, another worker continues. If two workers append at once, one
waits for the other, because both lock the first leaf of the tree. If there is no leaf yet, both try to store
the first one, and the database accepts only one."""

from collections.abc import Sequence
from math import inf
from typing import Final

from django.db import transaction

from ...jobs.due_rows import DueRows
from ...models import CertifiedRound, Competition, Leaf, Log
from ...models.stretches import stretches
from ...standings.memory import FIELDS
from ..receipts.signed_receipt import result_json
from .leaves import result_leaf
from .merkle import leaf_hash
from .stored_merkle import edge

AT_A_TIME: Final = 500
"""The greatest number of leaves that one transaction appends."""


def append(leaves: Sequence[bytes]) -> None:
    """Append those of the leaves that are not stored yet, in order."""
    for some in stretches(leaves, AT_A_TIME):
        with transaction.atomic():
            append_batch(some)


def append_batch(leaves: Sequence[bytes]) -> None:
    """Append the leaves in the current transaction. Raises IntegrityError if another process has just
    appended the very first leaf of the tree."""
    Leaf.objects.select_for_update(no_key=True).filter(number=0).first()
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


ROUNDS: Final = DueRows(CertifiedRound.objects.select_related("round"), order=("round_id",))


def append_due(end: float = inf) -> bool:
    """Append results of due rounds, one batch after the other, until `time.monotonic()` reaches `end`. Return
    True if no due round is left for another job. Return False if one is left, or if the process was told to
    stop."""
    return ROUNDS.work_off(append_some, end)


def append_some(certified: CertifiedRound) -> None:
    """Append the next `AT_A_TIME` results of a round, with their present places. If the round becomes due
    again during this call, the next call starts from the round's first results."""
    competition = Competition.objects.get(pk=certified.round.competition_id)
    round = next(each for each in competition.rounds_in_order if each.pk == certified.round_id)
    counting = Log.objects.filter(
        attempt__round=round, attempt__counts=True, attempt__event__gt=certified.up_to
    )
    logs = list(counting.select_related("attempt").order_by("attempt__event")[:AT_A_TIME])
    if not logs:
        ROUNDS.finish(certified)
        return
    with FIELDS.of(competition) as field:
        order = field.in_round(round.pk)
        among = order.ranked
        field.fetch(log.entry_id for log in logs)
        places = {log.entry_id: order.place(field.entrants[log.entry_id]).rank for log in logs}
    leaves, up_to = [], certified.up_to
    for log in logs:
        assert log.attempt is not None
        log.round = round
        result = result_json(log, place=places[log.entry_id], field=among)
        leaves.append(result_leaf(competition.pk, log.attempt.player_id, result))
        up_to = log.attempt.event or up_to
    with transaction.atomic():
        append_batch(leaves)
        ROUNDS.mine(certified).update(up_to=up_to)
        ROUNDS.release(certified)
