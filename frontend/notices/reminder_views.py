"""Reminders: a script asks for them in this browser, and a form stops them in all browsers."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from competitions.outbound.reminders.reminded_browsers import ask_for_reminders, stop_reminders
from competitions.refusals import Refusal

from ..requests.page_limits import limited
from ..requests.viewers import player_of


@require_http_methods(["GET", "HEAD", "POST"])
@limited("notices")
def reminders(request: HttpRequest) -> HttpResponse:
    """Turn on reminders in this browser: a script sends the address and keys of the browser's push service
    and gets 204. With `stop`, turn off reminders in all browsers."""
    player = player_of(request)
    if request.method != "POST" or player is None:
        return redirect("me")
    if "stop" in request.POST:
        stop_reminders(player=player)
        return redirect(f"{reverse('me')}?did=no-reminders#notices")
    try:
        ask_for_reminders(
            player=player,
            session=request.session.session_key or "",
            endpoint=request.POST.get("endpoint", ""),
            public_key=request.POST.get("p256dh", ""),
            secret=request.POST.get("auth", ""),
            zone=request.POST.get("zone", ""),
            now=timezone.now(),
        )
    except Refusal as refusal:
        if refusal.code != "invalid":
            raise
        return HttpResponse(f"{refusal.facts}", status=422, content_type="text/plain; charset=utf-8")
    return HttpResponse(status=204)
