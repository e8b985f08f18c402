"""Reporting a name, a description, a result or a message to the staff, and replying to their measures."""

from collections.abc import Callable, Mapping
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from competitions.embargo.visibility import viewpoint
from competitions.models import Entry, Measure, Notice, Player
from competitions.moderation.measures import reply
from competitions.moderation.reports_to_staff import (
    Reported,
    about_of,
    message_of,
    name_of_entry,
    name_of_player,
    report_to_staff,
    result_of,
)
from competitions.people.lookup import who_is
from competitions.refusals import Refusal

from ..forms.refusals import show_refusal
from ..requests.lookups import competition_or_404, entry_or_404, result_or_404
from ..requests.page_limits import limited
from ..requests.viewers import player_of
from .forms import ReplyForm, ReportForm

Found = tuple[Reported, str]
"""The reported thing, and the address of the page that shows it."""


def _name(player_id: str, viewer: Player | None) -> Found:
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise Http404
    return name_of_player(player), reverse("player", args=(who_is(player),))


def _entry(entry_id: str, viewer: Player | None) -> Found:
    competition_id = Entry.objects.filter(pk=entry_id).values_list("competition", flat=True).first()
    competition = competition_or_404(competition_id or "", viewer)
    entry = entry_or_404(entry_id, viewpoint(competition, viewer, timezone.now()))
    entry.competition = competition
    return name_of_entry(entry), reverse("entry", args=(competition.pk, entry.pk))


def _about(competition_id: str, viewer: Player | None) -> Found:
    competition = competition_or_404(competition_id, viewer)
    reported = about_of(competition)
    if reported is None:
        raise Http404
    return reported, reverse("competition", args=(competition.pk,))


def _result(log_id: str, viewer: Player | None) -> Found:
    log, seen = result_or_404(log_id, viewer, timezone.now())
    assert log.attempt is not None
    log.attempt.entry, log.entry.competition = log.entry, seen.competition
    return result_of(log.attempt), reverse("result", args=(log.pk,))


def _message(notice_id: str, viewer: Player | None) -> Found:
    """The message that the viewer was sent with this notice. Raises Http404 for a notice of somebody else."""
    notices = Notice.objects.select_related("act__actor", "competition")
    notice = notices.filter(pk=notice_id, player=viewer, act__act="message").first()
    if viewer is None or notice is None:
        raise Http404
    return message_of(notice), reverse("notices")


FINDERS: Final[Mapping[str, Callable[[str, Player | None], Found]]] = {
    "player": _name,
    "entry": _entry,
    "about": _about,
    "result": _result,
    "message": _message,
}


@require_http_methods(["GET", "HEAD", "POST"])
@limited("reports")
def report_page(request: HttpRequest, what: str, reported_id: str) -> HttpResponse:
    """Ask for the reason; with POST, make the report. Visitors who are no players are asked to
    join a contest or to sign in first."""
    if what not in FINDERS:
        raise Http404
    player = player_of(request)
    reported, seen_at = FINDERS[what](reported_id, player)
    form = ReportForm(request.POST if request.method == "POST" and player else None)
    if player is not None and form.is_valid():
        try:
            report_to_staff(reporter=player, reported=reported, now=timezone.now(), **form.cleaned_data)
        except Refusal as refusal:
            show_refusal(form, refusal)
        else:
            return redirect(f"{request.path}?did=report")
    context = {
        "player": player,
        "reported": reported,
        "seen_at": seen_at,
        "form": form,
        "did": request.GET.get("did"),
        "shared_link": None,
    }
    return render(request, "reports/report.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("codes")
def reply_page(request: HttpRequest, measure_id: str) -> HttpResponse:
    """Ask for the reply to a measure; with POST, store the reply. A second reply is refused."""
    player = player_of(request)
    measure = Measure.objects.filter(pk=measure_id, player=player).exclude(kind=Measure.Kind.LIFT).first()
    if player is None or measure is None:
        raise Http404
    form = ReplyForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            reply(measure=measure, player=player, text=form.cleaned_data["text"], now=timezone.now())
        except Refusal as refusal:
            show_refusal(form, refusal)
        else:
            return redirect(f"{reverse('me')}?did=reply#staff")
    context = {"measure": measure, "form": form, "shared_link": None}
    return render(request, "reports/reply.html", context, status=422 if form.errors else 200)
