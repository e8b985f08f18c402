"""Every address of the site, as Django knows them."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from django.urls import URLPattern, URLResolver, get_resolver

ID: Final = 16 * "2"
OF_NOTHING: Final[Mapping[str, str]] = {
    "AtName": "@Ann",
    "DayName": "2026-11-21",
    "IntConverter": "1",
    "MonthName": "2026-11",
    "RoundNumber": "1",
    "SlugConverter": "wish",
}
"""What stands for a part of an address, by its converter; an id for all others."""


def templates(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Every route, with its parts as `{converter}`."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = before + re.sub(r"\^|\$|\(\?P<(\w+)>\w+\)", "", str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from templates(pattern, route)
        else:
            assert isinstance(pattern, URLPattern)
            converters = getattr(pattern.pattern, "converters", {})
            for name, converter in converters.items():
                route = re.sub(rf"<(\w+:)?{name}>", f"{{{type(converter).__name__}}}", route)
            yield "/" + route


def addresses() -> list[str]:
    """An address for each route; what most of them name is not there."""
    values = {each: OF_NOTHING.get(each, ID) for each in _converters()}
    return [template.format_map(values) for template in templates()]


def _converters() -> set[str]:
    return {name for template in templates() for name in re.findall(r"{(\w+)}", template)}
