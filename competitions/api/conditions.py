"""Which settings go together, in the words of JSON Schema: `organising.plans` and the games decide.

A body that these refuse is answered with 422. What depends on the time, or on what is stored, no schema can
say.
"""

from collections.abc import Mapping
from typing import Any, Final

from games import GAMES
from solvers.bands import PROVEN

from ..models import BandKind, Others, Ranking, TieBreak

JsonSchema = dict[str, Any]


def _has(**fields: JsonSchema) -> JsonSchema:
    return {"properties": fields}


def _games(order: str) -> JsonSchema:
    """Every round is of a game whose scores go in this order."""
    slugs = [slug for slug, game in GAMES.items() if game.score_order == order]
    return _has(rounds={"items": _has(game={"enum": slugs})})


def _options_of_the_game(*, banded: bool = False) -> JsonSchema:
    """The rules are options of the game that is named, and a band is one that it can have."""
    conditions: JsonSchema = {}
    for slug, game in GAMES.items():
        options = {option: {"enum": list(values)} for option, values in game.options.items()}
        end = {"maximum": game.worst_score({})}
        band = _has(low=end, high=end) if slug in PROVEN else {"type": "null"}
        conditions = {
            "if": _has(game={"const": slug}) | {"required": ["game"]},
            "then": _has(
                rules={"properties": options, "additionalProperties": False},
                **({"band": band} if banded else {}),
            ),
            **({"else": conditions} if conditions else {}),
        }
    return conditions


TOGETHER: Final[JsonSchema] = {
    "if": _has(play={"const": "open"}) | {"required": ["play"]},
    "then": _has(
        time_limit_s={"type": "null"},
        others={"const": Others.CLOSED.value},
        tie_break={"not": {"contains": {"const": TieBreak.TIME.value}}},
        rounds={"items": _has(band={"type": "null"})},
    ),
    "else": _has(attempts={"const": 1}, rounds={"items": _has(seed={"type": "null"})}),
    "dependentSchemas": {
        "freeze_at": {
            "anyOf": [
                _has(freeze_at={"type": "null"}),
                _has(closes_at={"type": "string"}) | {"required": ["closes_at"]},
            ]
        },
        "rounds": {
            "allOf": [
                {
                    "anyOf": [
                        _has(ranking={"enum": [Ranking.MATCHPOINTS.value, Ranking.POINTS.value]})
                        | {"required": ["ranking"]},
                        _games("lowest"),
                        _games("highest"),
                    ]
                },
                {
                    "anyOf": [
                        _has(draft={"const": True}) | {"required": ["draft"]},
                        _has(rounds={"items": _has(band={"type": "null"})}),
                    ]
                },
            ]
        },
    },
}

ENDS: Final[JsonSchema] = {
    "if": _has(kind={"const": BandKind.PAR.value}) | {"required": ["kind"]},
    "then": _has(low={"type": "integer"}, high={"type": "integer"}) | {"required": ["low", "high"]},
    "else": _has(low={"type": "null"}, high={"type": "null"}),
}

CONDITIONS: Final[Mapping[str, JsonSchema]] = {
    "BandForm": ENDS,
    "CompetitionForm": TOGETHER,
    "DealForm": _options_of_the_game(),
    "DuelForm": _options_of_the_game(),
    "RoundForm": _options_of_the_game(banded=True),
    "RoundChanges": _options_of_the_game(banded=True)
    | {"dependentRequired": {"rules": ["game"], "seed": ["game"], "band": ["game"]}},
}
"""What each of these schemas demands besides, by name."""
