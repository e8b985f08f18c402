"""Reads a log from text, without knowing the rules of its game."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

from games.language import MessageError

MAX_NESTING = 100
MAX_DIGITS = 1000


class LogError(MessageError):
    """The text is not JSON, or the value is not a log."""


class Log(NamedTuple):
    """The parts of a log, each of the right type. Only a replay can tell whether they make a game."""

    game: str
    seed: str
    rules: dict[str, object]
    moves: list[str]


def read_log(line: bytes) -> Log:
    """Return the log on one line of NDJSON; raises LogError.

    >>> read_log(b'{"game": "wish", "seed": "0", "moves": ["pair 1 2"]}')
    Log(game='wish', seed='0', rules={}, moves=['pair 1 2'])
    """
    return as_log(read_json(line))


def as_log(value: object) -> Log:
    """Return a parsed JSON value as a log; raises LogError if it is no log. Unknown keys are ignored."""
    if not isinstance(value, dict):
        raise LogError("log_is_an_object")
    game, seed, rules, moves = (
        value.get("game"),
        value.get("seed"),
        value.get("rules", {}),
        value.get("moves"),
    )
    if not isinstance(game, str):
        raise LogError("log_has_a_game")
    if not isinstance(seed, str):
        raise LogError("log_has_a_seed")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise LogError("log_has_moves")
    if not isinstance(rules, dict):
        raise LogError("log_rules_are_an_object")
    return Log(game, seed, rules, moves)


def read_json(text: bytes) -> Any:
    """Return the value of a JSON text (RFC 8259) in UTF-8 without a byte order mark; raises LogError.

    Refuses nesting deeper than 100 and numbers of more than 1000 digits. If a key is repeated, its last value
    counts.
    """
    try:
        value = json.loads(
            text.decode("utf-8"), parse_int=_whole_number, parse_float=_number, parse_constant=_no_number
        )
    except UnicodeDecodeError as error:
        raise LogError("not_utf_8", byte=error.start) from error
    except json.JSONDecodeError as error:
        if text.startswith(codecs.BOM_UTF8):
            raise LogError("byte_order_mark") from error
        raise LogError("not_json", character=error.pos) from error
    except RecursionError:
        raise LogError("nested_too_deep", most=MAX_NESTING) from None
    if text.count(b"[") + text.count(b"{") > MAX_NESTING and _is_deep(value):
        raise LogError("nested_too_deep", most=MAX_NESTING)
    return value


def _is_deep(value: object) -> bool:
    layer = [value]
    for _ in range(MAX_NESTING):
        layer = [inner for outer in layer for inner in _inside(outer)]
        if not layer:
            return False
    return any(isinstance(value, list | dict) for value in layer)


def _inside(value: object) -> Iterator[object]:
    if isinstance(value, list):
        yield from value
    elif isinstance(value, dict):
        yield from value.values()


def _whole_number(text: str) -> int:
    return int(_measured(text))


def _number(text: str) -> float:
    return float(_measured(text))


def _measured(text: str) -> str:
    if sum(map(str.isdigit, text)) > MAX_DIGITS:
        raise LogError("number_too_long", most=MAX_DIGITS)
    return text


def _no_number(text: str) -> NoReturn:
    raise LogError("no_json_value", value=text)
