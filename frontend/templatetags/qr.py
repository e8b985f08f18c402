"""A link as a QR code, for the camera of a phone."""

from functools import lru_cache

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def qr(link: str) -> SafeString:
    return _remembered(str(link))


def svg_of(link: str) -> SafeString:
    """SVG without a size or style; on white, because cameras do not find it on a dark ground."""
    import segno  # not at the start, when every library of templates is loaded

    code = segno.make(link, error="m", micro=False)
    return mark_safe(
        code.svg_inline(border=4, omitsize=True, dark="#000", light="#fff", svgclass=None, lineclass=None)
    )


# To find the best of the eight masks takes as long as the rest of a page.
_remembered = lru_cache(maxsize=256)(svg_of)
