"""The names that the site gives to competitions, such as "Wish, 21 November". Stored are the kind of the name
(here `daily`) and its facts (the game and the day), from which readers see the name in their own language;
and, for programs, the name in the site's language."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from games import GAMES

from ..translatable import Translatable, in_sites_language, of_day, of_game, with_facts

OF_BOTS: Final = "bots"
"""The kind of name for deals that the site's own bots play."""

OF_SERIES: Final = "series"
"""The kind of name for contests of a series, and the key of the fact that is the name of the series."""

KINDS: Final[Mapping[str, Translatable]] = {
    "daily": _("%(game)s, %(day)s"),
    "duel": _("Duel: %(game)s"),
    "challenge": _("Challenge: %(game)s"),
    OF_BOTS: _("%(game)s, deal %(number)d of our bots"),
    OF_SERIES: _("%(series)s, %(day)s"),
}

ABOUT_BOTS: Final = _(
    "Our own bots of three strengths played this deal, so that you can compare yourself with them."
)

SHOWN: Final[Mapping[str, Callable[[Any], Any]]] = {
    "game": lambda slug: of_game(GAMES[slug].title),
    "day": lambda day: of_day(date.fromisoformat(day)),
}
"""For each fact that is not shown as it is stored, the function that makes it readable."""


def name_columns(kind: str, **facts: Any) -> dict[str, Any]:
    """The columns of a competition that the site names: the kind of name with its facts, and the name in the
    language of the site. `game` is a slug, and `day` a date in ISO 8601."""
    stored = {"kind": kind, **facts}
    return {"name": in_sites_language(_words(stored)), "name_facts": stored}


def contest_title(name: str, facts: Mapping[str, Any] | None) -> Translatable:
    """The name of a competition as the reader sees it: the name that the site gave it, in the reader's
    language, or else the organiser's own words.
    """
    return name if facts is None else _title(name, facts)


def _words(facts: Mapping[str, Any]) -> Translatable:
    shown = {name: SHOWN[name](fact) if name in SHOWN else fact for name, fact in facts.items()}
    return with_facts(KINDS[facts["kind"]], **shown)


def _title_now(name: str, facts: Mapping[str, Any]) -> str:
    try:
        return str(_words(facts))
    except (LookupError, TypeError, ValueError):  # another release stored a kind or facts unknown here
        return name


_title = lazy(_title_now, str)
