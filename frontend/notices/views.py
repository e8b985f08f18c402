"""The viewer's notices, and the mails of notices. Anyone with the link in a mail can stop these mails."""

from datetime import UTC, datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from competitions.models import Notice
from competitions.outbound.notices.inbox import notices_of, read_until
from competitions.outbound.notices.notice_mails import ask_for_mails, stop_mails, stopped_by
from competitions.outbound.notices.notice_words import notice_facts, notice_text, path_of
from competitions.refusals import Refusal

from ..requests.page_limits import limited
from ..requests.viewers import player_of
from ..templatetags.evendeal import contest_name
from ..wording.lists import with_names


@require_http_methods(["GET", "HEAD", "POST"])
@limited("notices")
def own_notices(request: HttpRequest) -> HttpResponse:
    """The notices, newest first; with POST, mark as read all notices that the page showed."""
    player = player_of(request)
    if request.method == "POST" and player is not None:
        if (before := _moment(request.POST.get("before", ""))) is not None:
            read_until(player=player, before=before)
        return redirect("notices")
    notices = [] if player is None else list(notices_of(player).order_by("-at", "-pk"))
    context = {
        "notices": [(notice, _in_html(notice), path_of(notice)) for notice in notices],
        "unread": sum(not notice.read for notice in notices),
        "newest": notices[0].at.isoformat() if notices else None,
    }
    return render(request, "notices/notices.html", context)


def _in_html(notice: Notice) -> SafeString:
    """The sentence of a notice. Names in it, and texts that somebody wrote, have a writing direction of their
    own.
    """
    name = None if notice.competition is None else contest_name(notice.competition)
    return with_names(notice_text(notice), **{**notice_facts(notice), "name": name})


def _moment(text: str) -> datetime | None:
    """The time in the text, in UTC; None unless the text is a time with a time zone."""
    try:
        moment = datetime.fromisoformat(text)
        return None if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


@require_http_methods(["GET", "HEAD", "POST"])
@limited("mails")
def mails_of_notices(request: HttpRequest) -> HttpResponse:
    """Start or stop mailing notices to the viewer, whose own page has the form."""
    player = player_of(request)
    if request.method != "POST" or player is None:
        return redirect("me")
    if "stop" in request.POST:
        stop_mails(player_id=player.pk)
        return redirect(f"{reverse('me')}?did=no-mails#notices")
    try:
        ask_for_mails(player=player, site=request.build_absolute_uri("/").rstrip("/"))
    except Refusal as refusal:  # if the player has no e-mail address, the page already says so
        did = "?did=long-site" if refusal.code == "invalid" else ""
        return redirect(f"{reverse('me')}{did}#notices")
    return redirect(f"{reverse('me')}?did=mails#notices")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop_notices(request: HttpRequest, word: str) -> HttpResponse:
    """The page behind the link in a mail, with a button that stops the mails. GET changes nothing. A mail
    program can also send the POST by itself (RFC 8058), so a POST needs neither a cookie nor a token."""
    player_id = stopped_by(word)
    if player_id is None:
        raise Http404
    stopped = request.method == "POST"
    if stopped:
        stop_mails(player_id=player_id)
    return render(request, "notices/stop_notices.html", {"stopped": stopped})
