"""JSON as clients send it (RFC 8259). A number without a fraction is read as an integer: 60.0 is 60."""

import json
from typing import Any, NoReturn


def json_value(text: str) -> Any:
    """The value of a JSON text. Raises ValueError if the text is not JSON, also for `NaN`. Raises
    RecursionError if it is nested too deeply."""
    return _DECODER.decode(text)


def _number(text: str) -> float:
    number = float(text)
    return int(number) if number.is_integer() else number


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_float=_number, parse_constant=_no_constant)
"""The decoder of `json_value`. It is made only once, because making it takes longer than reading a move."""
