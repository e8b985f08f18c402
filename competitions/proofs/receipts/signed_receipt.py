"""Writing the receipt of a log, and signing it."""

import json
from typing import Any, Final

import rfc8785

from ...embargo.visibility import Viewpoint
from ...models import Log
from ...refusals import Refusal
from ...standings import standings
from ...times import moment
from .keys import site_key

ReceiptBody = dict[str, Any]

VERSION: Final = 1
"""To be raised with each change of what a receipt says, but for fields that are new: readers let them be."""


def receipt_of(log: Log, seen: Viewpoint, *, site: str) -> ReceiptBody:
    """The receipt of an accepted log that the viewer may see; raises `embargo` while a round still hides
    anything, its places too.

    The place is that in the round. It is null for a disqualified player, and for a game that does not count
    because another one of the same player does.
    """
    attempt, round, competition = log.attempt, log.round, seen.competition
    assert attempt is not None
    if not seen.may_have_receipt(attempt):
        raise Refusal("embargo", "There are receipts once the round is closed and its standings are shown.")
    row = standings.row_of(log.entry, seen, round=round)
    return {
        "version": VERSION,
        "site": site,
        "competition": {"id": competition.pk, "name": competition.name},
        "state": competition.state(seen.now),
        "player": standings.player_json(log.entry.player, called=log.entry.name),
        **result_json(log, place=row["rank"], field=row["among"]),
    }


def result_json(log: Log, *, place: int | None, field: int) -> ReceiptBody:
    """What a receipt says of an accepted log, whatever those around it are called. `place` is its entry's in
    the round, among `field`."""
    attempt, round = log.attempt, log.round
    assert attempt is not None
    return {
        "log": log.pk,
        "round": round.number,
        "deal": {"game": round.deal.game_slug, "rules": round.deal.rules, "seed": round.deal.seed},
        "commitment": round.deal.commitment,
        "moves": json.loads(log.moves),
        "score": attempt.score,
        "won": attempt.won,
        "finished": attempt.finished,
        "place": place if attempt.counts else None,
        "field": field,
        "started_at": moment(attempt.started_at),
        "ended_at": moment(attempt.ended_at),
        "rules_version": log.rules_version,
    }


def signed_receipt(receipt: ReceiptBody) -> ReceiptBody:
    """A receipt with the signature over its canonical form (RFC 8785)."""
    key = site_key()
    return {"receipt": receipt, "key": key.id, "signature": key.sign(rfc8785.dumps(receipt))}
