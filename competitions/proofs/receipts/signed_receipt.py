"""Making the receipt of a log, and signing it."""

from typing import Any, Final

import rfc8785
from django.utils.translation import gettext_lazy as _

from ...embargo.visibility import Viewpoint
from ...models import Log
from ...refusals import Refusal
from ...standings import standings
from ...times import moment
from .keys import site_key

ReceiptBody = dict[str, Any]

VERSION: Final = 1
"""The version of the form of receipts. Raise it with each change, except for added fields, which readers
ignore."""


def receipt_of(log: Log, seen: Viewpoint, *, site: str) -> ReceiptBody:
    """Return the receipt of an accepted log that the viewer may see. Raises `embargo` while anything of the
    round, including its places, is hidden from the viewer.

    `place` is the place in the round. It is null for a disqualified player, and for a game that does not
    count.
    """
    attempt, round, competition = log.attempt, log.round, seen.competition
    assert attempt is not None
    if not seen.may_have_receipt(attempt):
        raise Refusal(
            "embargo", _("There are receipts once the round is closed and its standings are shown.")
        )
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
    """The part of a receipt about the game, without names. `place` is the place of the game's entry in the
    round, among `field` entries."""
    attempt, round = log.attempt, log.round
    assert attempt is not None
    return {
        "log": log.pk,
        "round": round.number,
        "deal": {"game": round.deal.game_slug, "rules": round.deal.rules, "seed": round.deal.seed},
        "commitment": round.deal.commitment,
        "moves": log.moves,
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
    """Return the receipt with a signature over its canonical form (RFC 8785)."""
    key = site_key()
    return {"receipt": receipt, "key": key.id, "signature": key.sign(rfc8785.dumps(receipt))}
