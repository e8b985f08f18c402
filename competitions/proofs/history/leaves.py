"""The texts of leaves. They contain enough to check the site, and nothing that is not public.

Leaves stay for ever. So they contain no names, and only a hash of what is not public. The hashed text
contains a random id of 79 bits. So nobody can guess the text from its hash, but whoever has the text can
compute the hash.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

import rfc8785

from ...embargo.visibility import leads_everyone_there
from ...models import Competition, Round

RESULT: Final = (
    "log",
    "round",
    "deal",
    "commitment",
    "moves",
    "score",
    "won",
    "finished",
    "place",
    "field",
    "started_at",
    "ended_at",
    "rules_version",
)
"""The fields of a game that are certified. A receipt has the same fields."""


def commitment_leaf(competition: Competition, round: Round) -> bytes:
    """Return a leaf that says that a commitment is published. If something was promised about the deal
    (for example that it can be won), the leaf has the promise too. For a public competition, the leaf is
    plain text. Otherwise it is the hash of that text, since the text contains the competition's id, which
    works as a link to it."""
    deal = round.deal
    statement = {
        "type": "commitment",
        "competition": competition.pk,
        "round": round.number,
        "game": deal.game_slug,
        "rules": deal.rules,
        "commitment": deal.commitment,
        **({} if deal.band is None else {"band": deal.band._asdict()}),
    }
    public = leads_everyone_there(competition)
    return rfc8785.dumps(statement if public else {"type": "commitment", "hash": _hash(statement)})


def result_leaf(competition_id: str, player_id: str, result: Mapping[str, Any]) -> bytes:
    """Return a leaf that says that a result is certified. It contains a hash of both ids and of those fields
    of `result` that `RESULT` names. `result` has the keys of `receipts.signed_receipt.result_json`."""
    statement = {name: result[name] for name in RESULT} | {"competition": competition_id, "player": player_id}
    return rfc8785.dumps({"type": "result", "hash": _hash(statement)})


def _hash(statement: Mapping[str, Any]) -> str:
    return sha256(rfc8785.dumps(dict(statement))).hexdigest()
