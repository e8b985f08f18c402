"""Lists of words, and sentences with names, as HTML. Parts are escaped, except a `SafeString`."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from competitions.models import Entry, Member
from competitions.people.given_names import shown_name
from competitions.translatable import Translatable

from .words import joined, listed


def joined_html(parts: Iterable[object]) -> SafeString:
    """Escape the parts, and make a list for a sentence, with "and" before the last part.

    >>> joined_html(["Ann"]), joined_html(["Ann", "Ben", "<Cy>"])
    ('Ann', 'Ann, Ben and &lt;Cy&gt;')
    """
    return mark_safe(joined([format_html("{}", part) for part in parts]))


def listed_html(parts: Iterable[object]) -> SafeString:
    """Escape the parts, and make a list with commas only.

    >>> listed_html(["Ann", "Ben", "<Cy>"])
    'Ann, Ben, &lt;Cy&gt;'
    """
    return mark_safe(listed(format_html("{}", part) for part in parts))


def with_names(sentence: Translatable, **facts: Translatable | int | None) -> SafeString:
    """Put facts into a sentence of the site: numbers, words of the site, HTML, and texts that people wrote,
    such as names. Each of these texts is apart from the language and the direction of the sentence. Names of
    players must be as `shown_name` returns them.

    >>> with_names("%(name)s beat %(others)d", name="<Cy>", others=3)
    '<bdi lang="">&lt;Cy&gt;</bdi> beat 3'
    """
    filled: str = sentence % {name: _in_html(fact) for name, fact in facts.items()}
    return mark_safe(filled)


def _in_html(fact: Translatable | int | None) -> object:
    if isinstance(fact, Promise):
        return escape(str(fact))
    return apart(fact) if isinstance(fact, str) and not isinstance(fact, SafeString) else fact


def names_of(named: Iterable[Entry | Member]) -> list[SafeString]:
    """The names of players in a contest or a circle, each apart from the direction of the text around it."""
    return [name_apart(each.name) for each in named]


def name_apart(name: str) -> SafeString:
    """The name of a player, apart from the language and the direction of the text around it."""
    return apart(shown_name(name))


def apart(text: str) -> SafeString:
    """A text that somebody wrote, in a `<bdi>` element, which says that its language is unknown and keeps its
    direction apart."""
    return format_html('<bdi lang="">{}</bdi>', text)
