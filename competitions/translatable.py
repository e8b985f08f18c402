"""Sentences that are translated as late as possible. Each is a whole message of gettext, with named
placeholders for its facts.

Message and facts stay separate until the sentence is shown. Then `str` translates the message into the
language of the reader, and fills in the facts.
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

Fill: TypeAlias = Callable[..., Translatable]
"""A function that puts facts into a text: `with_facts`, or the function of the pages that marks names
in HTML. A fact of type `str` is a name; a fact of type `Promise` is a text of the site."""

UNKNOWN_REASON: Final = _("The reason cannot be shown.")


DOTTED: Final = ("tr", "az")
"""Languages in which the capital of `i` keeps its dot."""


def with_facts(text: Translatable, **facts: Any) -> Translatable:
    """A text with its facts, which may be translatable too. The text is marked with `gettext_lazy`, or with
    `ngettext_lazy` if one of the facts is a number that decides between singular and plural.

    A text of `ngettext_lazy` has to be a constant, because it takes half a millisecond to make one.
    """
    return _fill(text, facts)


def as_beginning(words: str) -> str:
    """The words with a capital letter at the beginning, so that they can begin a sentence.

    Use this only for texts of games: the reason of a refusal, and the words for a score, like "7 cards face
    down". They stand at the beginning of a sentence or inside one, and translators need not write them twice.
    The words change only in languages that begin sentences with a capital.

    >>> as_beginning("no card left"), as_beginning("8♣ and 8♠")
    ('No card left', '8♣ and 8♠')
    >>> with override("tr"):
    ...     as_beginning("iki kart")
    'İki kart'
    """
    if words[:1] == "i" and (get_language() or "").startswith(DOTTED):
        return "İ" + words[1:]
    # not `upper`: Georgian has capitals, but begins no sentence with one, so `title` leaves it as it is
    return words[:1].title() + words[1:]


def of_game(message: Message) -> Translatable:
    """The message of a game as a text that is translated when it is shown."""
    return _words(message)


def of_day(day: date) -> Translatable:
    """A day with its month in words, such as `29 November 2026`."""
    return _day(day)


def of_moment(moment: datetime) -> Translatable:
    """A time with its day, such as `29 November 2026, 19:00 UTC`."""
    return _moment(moment)


def in_sites_language(text: Translatable) -> str:
    """The text in the language of the site. Names that the site gives are stored in this language."""
    with override(settings.LANGUAGE_CODE):
        return str(text)


def message_json(message: Message) -> dict[str, Any]:
    """A game's message as JSON: its code and facts, without words."""
    return {"code": message.code, "facts": {name: _fact_json(fact) for name, fact in message.facts.items()}}


def message_in(json: Mapping[str, Any]) -> Message:
    """The message in the JSON that `message_json` made."""
    return Message(json["code"], **{name: _fact_in(fact) for name, fact in json["facts"].items()})


def stored_reason(text: Callable[[], Translatable]) -> str:
    """The words of a stored reason, in the language of the reader. `text` makes them from the reason's code
    and facts.

    Another release of the service may have stored a code or facts that are unknown here. Then the words say
    that the reason cannot be shown.
    """
    try:
        return str(text())
    except (LookupError, TypeError, ValueError):
        return str(UNKNOWN_REASON)


def translated(value: Any) -> Any:
    """The value in the language of the reader. Texts in lists and objects are translated, too."""
    if isinstance(value, Promise):
        return str(value)
    if isinstance(value, Mapping):
        return {name: translated(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [translated(each) for each in value]
    return value


def language_of_games() -> str:
    """The language in which games speak to the reader. Ask `games` for all words in this language."""
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
