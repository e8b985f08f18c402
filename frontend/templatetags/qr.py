"""A link as a QR code, for the camera of a phone."""

from functools import lru_cache

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def qr(link: str) -> SafeString:
    return _remembered(str(link))


@register.simple_tag
def qr_on_paper(link: str) -> SafeString:
    """One of many on a page to be printed: with a mask that was not looked for, which takes a fifth of the
    time. Paper is read from near by."""
    return svg_of(str(link), mask=2)


def svg_of(link: str, mask: int | None = None) -> SafeString:
    """SVG without a size or style; on white, because cameras do not find it on a dark ground."""
    import segno  # not at the start, when every library of templates is loaded

    code = segno.make(link, error="m", micro=False, mask=mask)
    return mark_safe(
        code.svg_inline(border=4, omitsize=True, dark="#000", light="#fff", svgclass=None, lineclass=None)
    )


# To find the best of the eight masks takes as long as the rest of a page.
_remembered = lru_cache(maxsize=256)(svg_of)
