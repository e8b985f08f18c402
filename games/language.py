"""Messages of games: a code and its facts. This module makes words of them, with the texts of a language.

>>> Message("wish.cards_left", cards=1).words(), Message("wish.cards_left", cards=9).words()
('1 card left', '9 cards left')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from games.cards import NAMES, PACK_54, RANK, SUIT, SUIT_SIGNS
from games.catalogue import FIRST, PLURALS, Variants, choose, template_of

#: The language of words if no other is asked for.
ENGLISH = FIRST

#: The name of each card, such as `9H`, keyed by its rank and the symbol of its suit. Both jokers have the
#: same rank and symbol, and are named `X1`.
_CARDS: Mapping[tuple[object, object], str] = {
    (RANK[card], SUIT_SIGNS[SUIT[card]]): NAMES[card] for card in reversed(PACK_54)
}


def language_for(asked: str) -> str:
    """Return the language that games speak to a reader of the language `asked`: English if they do not know
    that one.

    >>> language_for("de"), language_for("de-AT"), language_for("de_DE.UTF-8"), language_for("tlh")
    ('de', 'de', 'de', 'en')
    """
    language = re.split("[-_.@]", asked)[0].lower()
    return language if language in PLURALS else ENGLISH


def language_in(environment: Mapping[str, str]) -> str:
    """Return the language that games speak in a terminal, by the usual variables of its environment.

    >>> language_in({"LANG": "de_DE.UTF-8"}), language_in({"LANG": "de_DE.UTF-8", "LC_ALL": "C"})
    ('de', 'en')
    """
    named = map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))
    return language_for(next(filter(None, named), ENGLISH))


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A code and its facts, immutable. The message remembers its words, because most messages are made once
    and shown often.

    A code with a dot belongs to one game: the text before the dot is the game's folder, or a key of
    `catalogue.HOMES`. A fact is a number, a text as it was given, a message that names a thing, or a list of
    messages.
    """

    code: str
    facts: Mapping[str, Fact] = field(hash=False)
    said: dict[str, str] = field(compare=False, repr=False)
    """The words and templates that have been made already, keyed by language and form."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "facts", facts)
        object.__setattr__(self, "said", {})

    def words(self, language: str = ENGLISH, form: str = "") -> str:
        """Return the message in words. The text of a name may choose by the `form` that a sentence asks for.

        Raises LookupError for an unknown language.

        >>> ace, king = Message("card", rank=1, suit="♣"), Message("card", rank=13, suit="♠")
        >>> Message("covered", cards=(ace, king)).words()
        'covered by A♣ and K♠'
        """
        key = f"{language} {form}" if form else language
        if (said := self.said.get(key)) is None:
            said = self.said[key] = _filled(self, language, form, Message.words)
        return said

    def template(self, language: str = ENGLISH, form: str = "") -> str:
        """Return the words with the name of each card in braces, for clients that write or speak cards in
        their own way. Each joker is `{X1}`, because both look the same.

        >>> Message("covered", cards=(Message("card", rank=10, suit="♣"),)).template()
        'covered by {TC}'
        """
        key = f"{{}} {language} {form}"
        if (said := self.said.get(key)) is None:
            if self.code == "card":
                said = f"{{{_CARDS[self.facts['rank'], self.facts['suit']]}}}"
            else:
                said = _filled(self, language, form, Message.template)
            self.said[key] = said
        return said


def each_in_words(messages: Mapping[str, Message], language: str) -> dict[str, str]:
    """Return the words of these messages, under the same keys. Remembered words are read from `said`: that is
    faster, and a view has dozens of messages."""
    try:
        return {name: each.said[language] for name, each in messages.items()}
    except KeyError:  # one of them has no words yet
        return {name: each.words(language) for name, each in messages.items()}


def lists_in_words(
    lists: Mapping[str, Sequence[Message | None]], language: str
) -> dict[str, list[str | None]]:
    """Return the words of these lists of messages, under the same keys. None in a list stays None. Words that
    a message remembers are read from its attribute `said`, because that is faster."""
    words: dict[str, list[str | None]] = {}
    for name, messages in lists.items():
        words[name] = listed = []
        for each in messages:
            listed.append(each and (each.said.get(language) or each.words(language)))
    return words


def templates_of(messages: Iterable[Message], language: str) -> list[str]:
    """Return the templates of those messages that name cards, each once."""
    templates = {each.template(language): each for each in messages}
    return [template for template, each in templates.items() if template != each.words(language)]


Fact = int | str | Message | tuple[Message, ...]

#: The function that writes the messages within a message: `Message.words` or `Message.template`.
Saying = Callable[[Message, str, str], str]


class MessageError(ValueError):
    """An error with a message for people as its reason. As a string it is English."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        self.reason = Message(code, **facts)
        super().__init__(self.reason.words())


def _filled(message: Message, language: str, form: str, say: Saying) -> str:
    facts = {**message.facts, "form": form} if form else message.facts
    text = template_of(message.code, language)
    while isinstance(text, Variants):
        text = choose(text, facts.get(text.fact), language)
    return text.pattern.format(*[_in_words(facts[fact], language, asked, say) for fact, asked in text.facts])


def _in_words(fact: Fact, language: str, form: str, say: Saying) -> str:
    if isinstance(fact, Message):
        return say(fact, language, form)
    if isinstance(fact, tuple):
        return _listed([say(each, language, "") for each in fact], form, language)
    return str(fact)


def _listed(words: list[str], ending: str, language: str) -> str:
    """Return the words as one list. `ending` is what joins the last word to the others: `and`, `or` or
    `comma`."""
    *others, last = words
    if not others:
        return last
    listed, *middle = others
    for each in middle:
        listed = Message("list_comma", left=listed, right=each).words(language)
    return Message(f"list_{ending}", left=listed, right=last).words(language)
