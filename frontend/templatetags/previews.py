"""The tag in the head of a page that says how other sites preview the page's link."""

from typing import Any

from django import template
from django.template.context import RequestContext

from ..wording import link_previews

register = template.Library()


@register.inclusion_tag("parts/shared_link.html", takes_context=True)
def shared_link(context: RequestContext) -> dict[str, Any]:
    """The preview that the view's context has as `shared_link`. Without that key, the site's preview; if the
    value is None, no preview."""
    link = context.get("shared_link", link_previews.to_site())
    if link is None:
        return {"link": None}
    request = context["request"]
    return {
        "link": link,
        "url": request.build_absolute_uri(request.path),
        "picture": request.build_absolute_uri(link.picture),
        "width": link_previews.WIDTH,
        "height": link_previews.HEIGHT,
    }
