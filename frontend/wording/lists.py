"""Lists of words as HTML. A part of a list is escaped, unless the part is a `SafeString`."""

from collections.abc import Iterable

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from competitions.models import Entry, Member

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


def names_of(named: Iterable[Entry | Member]) -> list[SafeString]:
    """The names of players in a contest or a circle, each apart from the direction of the text around it."""
    return [format_html('<bdi lang="">{}</bdi>', each.name) for each in named]
