"""Sentences that are translated as late as possible. Each is a whole text that gettext knows, with named
places for its facts.

It stays a text and its facts until it is shown. Then `str` makes its words, in the language of the reader.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from typing import Any, Final, TypeAlias

from django.conf import settings
from django.utils.functional import Promise, lazy
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from games.game import About, Game
from games.language import ENGLISH, Fact, Message, language_for

from .dates import written_date

Translatable: TypeAlias = str | Promise

UNKNOWN_REASON: Final = _("The reason cannot be shown.")


DOTTED: Final = ("tr", "az")
"""Languages in which the capital of `i` keeps its dot."""


def with_facts(text: Translatable, **facts: Any) -> Translatable:
    """A text with its facts, which may be translatable too. The text is marked with `gettext_lazy`, or with
    `ngettext_lazy` if the number in one of the facts decides.

    A text of `ngettext_lazy` has to be a constant, because it takes half a millisecond to make one.
    """
    return _fill(text, facts)


def as_beginning(words: str) -> str:
    """Words that stand within a sentence, as a sentence begins with them.

    Only what a game says is put first like this: the reason of a refusal, and what a score counts. A capital
    there is spelling and not grammar: every language with two cases writes it, and the others have no capital
    to begin with. So a text of its own would tell a translator nothing.

    >>> as_beginning("no card left"), as_beginning("8♣ and 8♠")
    ('No card left', '8♣ and 8♠')
    >>> with override("tr"):
    ...     as_beginning("iki kart")
    'İki kart'
    """
    if words[:1] == "i" and (get_language() or "").startswith(DOTTED):
        return "İ" + words[1:]
    # not `upper`: in Georgian no sentence begins with a capital, though there are capitals
    return words[:1].title() + words[1:]


def of_game(message: Message) -> Translatable:
    """What a game says."""
    return _words(message)


def of_day(day: date) -> Translatable:
    """A day with its month in words, such as `29 November 2026`."""
    return _day(day)


def of_moment(moment: datetime) -> Translatable:
    """A time with its day, such as `29 November 2026, 19:00 UTC`."""
    return _moment(moment)


def in_sites_language(text: Translatable) -> str:
    """The words in the language of the site, for names that are stored."""
    with override(settings.LANGUAGE_CODE):
        return str(text)


def message_json(message: Message) -> dict[str, Any]:
    """What a game says, as JSON. It has no words."""
    return {"code": message.code, "facts": {name: _fact_json(fact) for name, fact in message.facts.items()}}


def message_in(json: Mapping[str, Any]) -> Message:
    """The message that `message_json` gave."""
    return Message(json["code"], **{name: _fact_in(fact) for name, fact in json["facts"].items()})


def stored_reason(text: Callable[[], Translatable]) -> str:
    """The words of a stored reason, in the language of the reader. `text` makes it of its code and facts.

    Another release of the service may have stored a code or facts that are unknown here. Then the words say
    that the reason cannot be shown.
    """
    try:
        return str(text())
    except (LookupError, TypeError, ValueError):
        return str(UNKNOWN_REASON)


def translated(value: Any) -> Any:
    """The value in the language of the reader. Lists and objects are looked through."""
    if isinstance(value, Promise):
        return str(value)
    if isinstance(value, Mapping):
        return {name: translated(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [translated(each) for each in value]
    return value


def language_of_games() -> str:
    """The language in which games speak to the reader. What `games` words is asked for in it."""
    return language_for(get_language() or ENGLISH)


def about_game(game: Game) -> About:
    """The description of a game, in the language of the reader."""
    return game.about_in(language_of_games())


def _fact_json(fact: Fact) -> Any:
    if isinstance(fact, Message):
        return message_json(fact)
    return [message_json(each) for each in fact] if isinstance(fact, tuple) else fact


def _fact_in(json: Any) -> Fact:
    if isinstance(json, dict):
        return message_in(json)
    return tuple(message_in(each) for each in json) if isinstance(json, list) else json


def _fill_now(text: Any, facts: Mapping[str, Any]) -> str:
    filled: str = text % {name: translated(fact) for name, fact in facts.items()}
    return filled


def _day_now(day: date) -> str:
    return written_date(day, "date")


def _moment_now(moment: datetime) -> str:
    return f"{written_date(moment.astimezone(UTC), 'date_time')} UTC"


def _words_now(message: Message) -> str:
    return message.words(language_of_games())


_fill = lazy(_fill_now, str)
_day = lazy(_day_now, str)
_moment = lazy(_moment_now, str)
_words = lazy(_words_now, str)
