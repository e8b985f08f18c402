"""The answer to one log: its replay, and the extras that the log asks for. Server and browser give the same
answer.
"""

from __future__ import annotations

from typing import Any

from games.hints import hint
from games.language import ENGLISH
from games.logs import as_log
from games.replay import Refused, Replayed, positions_before, replay_log
from games.steps import record_log
from games.teaching import describe


def asks(log: object, what: str) -> bool:
    """Whether the log asks for `steps`, `help` or a `hint`."""
    return isinstance(log, dict) and log.get(what) is True


def answer(log: object, language: str = ENGLISH) -> dict[str, Any]:
    """Return the replay result of a parsed JSON value, ready for JSON. Any value gives a result. If the log
    is refused, the result also has `why`: the reason alone, without the text of the illegal move.

    If the log has `steps` true, the result has the changes of each move. With `help` true, it has the
    messages about the final table. With `hint` true, it has a sensible move from the final table, and its
    reason. For a refused log there are no messages, and the hint is None.

    >>> opening = {"game": "wish", "seed": "pub", "rules": {}, "moves": [], "hint": True}
    >>> answer(opening)["score"], answer(opening)["hint"]["move"]
    (32, 'pair 2 3')
    """
    result, recorded = record_log(log, language) if asks(log, "steps") else (replay_log(log), None)
    body = result.result(language)
    if isinstance(result, Refused):
        body["why"] = result.why.words(language)
    if asks(log, "help") and isinstance(result, Replayed):
        body |= describe(result.position, language)
    if asks(log, "hint"):
        body["hint"] = _hint(log, result, language) if isinstance(result, Replayed) else None
    if recorded is not None:
        body["steps"] = [step.json() for step in recorded]
    return body


def _hint(log: object, replayed: Replayed, language: str) -> dict[str, Any] | None:
    opening = replayed.game.open(as_log(log).seed, replayed.rules)
    return hint(replayed.position, earlier=positions_before(replayed.moves, opening), language=language)
