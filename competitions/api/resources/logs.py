"""Logs: their verdicts, and the accepted ones with their deals."""

import json

from ...embargo.visibility import Viewpoint
from ...http.times import moment
from ...models import Log
from .entries import entrant_json
from .resource import Body


def log_json(log: Log) -> Body:
    body: Body = {"id": log.pk, "verdict": log.verdict, "received_at": moment(log.received_at)}
    if log.attempt is not None:
        played = log.attempt
        return body | {"score": played.score, "won": played.won, "finished": played.finished}
    body |= {"score": None, "won": False, "finished": False, "code": log.code, "error": log.error}
    return body if log.ply is None else body | {"ply": log.ply}


def played_json(log: Log, seen: Viewpoint) -> Body:
    """An accepted log with its deal; with the deal's seed only if the viewer may see it."""
    deal = log.round.deal
    body: Body = log_json(log) | {
        "player": entrant_json(log.entry),
        "competition": log.entry.competition_id,
        "round": log.round.number,
        "game": deal.game_slug,
        "rules": deal.rules,
        "moves": json.loads(log.moves),
    }
    if (seed := seen.seed(log.round)) is not None:
        body["seed"] = seed
    return body
