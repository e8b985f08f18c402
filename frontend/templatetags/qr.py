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
    """A QR code for pages that print many. It skips the search for the best mask, which saves four fifths of
    the time; on paper, phones read the code from near by, so any mask will do."""
    return svg_of(str(link), mask=2)


def svg_of(link: str, mask: int | None = None) -> SafeString:
    """An SVG without a size or style. Its background is white, because cameras need a light one."""
    # imported here, because all template libraries are loaded at the start and segno is rarely needed
    import segno

    code = segno.make(link, error="m", micro=False, mask=mask)
    return mark_safe(
        code.svg_inline(border=4, omitsize=True, dark="#000", light="#fff", svgclass=None, lineclass=None)
    )


# The last 256 QR codes are cached, because finding the best of eight masks takes as long as making the rest
# of a page.
_remembered = lru_cache(maxsize=256)(svg_of)
