"""What a leaf says: enough to check what the site tells, and nothing that is not for everyone.

Leaves stay for ever, so nobody's name is in them, and what is not public is in them only as a hash. The text
that is hashed has an id of 79 random bits in it: whoever has the text can make the hash, and nobody can guess
the text.
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
"""What is certified of a game, as a receipt says it."""


def commitment_leaf(competition: Competition, round: Round) -> bytes:
    """That a commitment is published, and the band of its deal, if it has one: in words for a public
    competition, and as the hash of the same words for any other, since its id is the link to it."""
    deal = round.deal
    said = {
        "type": "commitment",
        "competition": competition.pk,
        "round": round.number,
        "game": deal.game_slug,
        "rules": deal.rules,
        "commitment": deal.commitment,
        **({} if deal.band is None else {"band": deal.band._asdict()}),
    }
    public = leads_everyone_there(competition)
    return rfc8785.dumps(said if public else {"type": "commitment", "hash": _hash(said)})


def result_leaf(competition_id: str, player_id: str, result: Mapping[str, Any]) -> bytes:
    """That a result is certified, as a hash: of `RESULT` in what `receipts.writing.result_json` says."""
    said = {name: result[name] for name in RESULT} | {"competition": competition_id, "player": player_id}
    return rfc8785.dumps({"type": "result", "hash": _hash(said)})


def _hash(said: Mapping[str, Any]) -> str:
    return sha256(rfc8785.dumps(dict(said))).hexdigest()
