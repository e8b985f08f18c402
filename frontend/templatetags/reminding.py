"""The tag of the button that asks for reminders."""

from django import template
from django.template.context import Context

from competitions.outbound.reminders.push_keys import public_push_key
from competitions.outbound.reminders.reminded_browsers import is_reminded

register = template.Library()


@register.simple_tag(takes_context=True)
def key_for_reminders(context: Context) -> str:
    """The public key with which a browser asks for reminders; empty if this browser gets reminders already.
    One query."""
    session = context["request"].session.session_key
    return "" if is_reminded(session) else public_push_key()
