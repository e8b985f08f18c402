"""Lists of words, and sentences with names, as HTML. Parts are escaped; in a list, a `SafeString` is not."""

from collections.abc import Iterable

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from competitions.models import Entry, Member
from competitions.people.names import shown_name

from .words import joined, listed


def joined_html(parts: Iterable[object]) -> SafeString:
    """Escape the parts, and make a list for a sentence, with "and" before the last part.

    >>> joined_html(["Ann"]), joined_html(["Ann", "Ben", "<Cy>"])
    ('Ann', 'Ann, Ben and &lt;Cy&gt;')
    """
    return mark_safe(joined([format_html("{}", part) for part in parts]))


def listed_html(parts: Iterable[object]) -> SafeString:
    """Escape the parts, and make a list that stands alone, with commas only.

    >>> listed_html(["Ann", "Ben", "<Cy>"])
    'Ann, Ben, &lt;Cy&gt;'
    """
    return mark_safe(listed(format_html("{}", part) for part in parts))


def with_names(sentence: str, **facts: str | int) -> SafeString:
    """Escape the sentence and put its facts into it: numbers, and names, each apart from the language and the
    direction of the text around it.

    >>> with_names("%(name)s & you", name="<Cy>")
    '<bdi lang="">&lt;Cy&gt;</bdi> &amp; you'
    """
    return mark_safe(
        escape(sentence)
        % {name: apart(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}
    )


def names_of(named: Iterable[Entry | Member]) -> list[SafeString]:
    """The names of players in a contest or a circle, each apart from the direction of the text around it."""
    return [apart(each.name) for each in named]


def apart(name: str) -> SafeString:
    """A player's name, whose language is unknown."""
    return format_html('<bdi lang="">{}</bdi>', shown_name(name))
