"""The page on which the staff take a measure about a player, such as a ban."""

from datetime import timedelta
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from competitions.contests.acts import LONGEST_REASON
from competitions.models import Measure, Player, Report, Subject
from competitions.moderation import measures
from competitions.moderation.reports_to_staff import settle
from competitions.people.bans import barring
from competitions.people.given_names import shown_name
from competitions.refusals import Refusal
from competitions.translatable import with_facts

from ..forms.refusals import show_refusal
from ..requests.viewers import player_of
from ..wording.lists import with_names

WORDS: Final = {
    Measure.Kind.WARN: _("Warn: the player reads the reason, and nothing else changes"),
    Measure.Kind.HIDE_NAME: _("Hide the name: a neutral name replaces it everywhere"),
    Measure.Kind.RENAME: _("Rename: the name below replaces theirs everywhere"),
    Measure.Kind.HIDE_ABOUT: _("Hide the description of the contest"),
    Measure.Kind.SUSPEND: _("Suspend: for the days below, the player can do nothing that others see"),
    Measure.Kind.BAN: _("Ban: for ever, and their results do not count"),
    Measure.Kind.LIFT: _("Lift the suspension or the ban: their results count again"),
}
FOR_DAYS: Final = ngettext_lazy("%(days)d day", "%(days)d days", "days")
DAYS: Final = [(days, with_facts(FOR_DAYS, days=days)) for days in (3, 7, 30, 90, 365)]


class MeasureForm(forms.Form):
    kind = forms.ChoiceField(label=_("Measure"), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Why"),
        max_length=LONGEST_REASON,
        help_text=_("The player reads it word for word."),
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
    )
    name = forms.CharField(label=_("New name, to rename"), required=False)
    days = forms.TypedChoiceField(label=_("How long, to suspend"), choices=DAYS, coerce=int)

    def __init__(self, data: Any = None, *, player: Player, report: Report | None) -> None:
        super().__init__(data)
        is_barred = barring(player, timezone.now()) is not None
        has_about = report is not None and report.subject == Subject.ABOUT
        left_out = {Measure.Kind.LIFT: not is_barred, Measure.Kind.HIDE_ABOUT: not has_about}
        left_out |= {
            Measure.Kind.BAN: player.banned_at is not None,
            Measure.Kind.SUSPEND: player.banned_at is not None,
        }
        kinds = self.fields["kind"]
        assert isinstance(kinds, forms.ChoiceField)
        kinds.choices = [(kind, words) for kind, words in WORDS.items() if not left_out.get(kind)]


def measure_page(request: HttpRequest, player_id: str, *, of_site: dict[str, Any]) -> HttpResponse:
    """Ask for a measure and its reason; with POST, take the measure. If `?report=` names a report, also
    settle this report and all others with the same target. `of_site` is the context of every page of the
    desk."""
    staff, player = player_of(request), Player.objects.filter(pk=player_id).first()
    if staff is None or player is None:
        raise Http404
    report = Report.objects.filter(pk=request.GET.get("report", "")[:16], player=player).first()
    form = MeasureForm(request.POST if request.method == "POST" else None, player=player, report=report)
    if form.is_valid():
        try:
            made = _take(form.cleaned_data, player=player, staff=staff, report=report)
        except Refusal as refusal:
            show_refusal(form, refusal)
        else:
            said, kind = gettext("%(measure)s: %(name)s"), Measure.Kind(made.kind)
            messages.success(request, with_names(said, measure=kind.label, name=shown_name(player.name)))
            return redirect("admin:competitions_player_change", player.pk)
    title = gettext("A measure about %(name)s")
    context = {
        **of_site,
        "title": title % {"name": shown_name(player.name)},
        "heading": with_names(title, name=shown_name(player.name)),
        "player": player,
        "report": report,
        "form": form,
        "taken": measures.measures_about(player),
    }
    return render(request, "staff/measure.html", context, status=422 if form.errors else 200)


def _take(asked: dict[str, Any], *, player: Player, staff: Player, report: Report | None) -> Measure:
    now, kind = timezone.now(), asked["kind"]
    facts = {"staff": staff, "reason": asked["reason"], "now": now}
    match kind:
        case Measure.Kind.HIDE_ABOUT:
            assert report is not None
            assert report.competition is not None
            made = measures.hide_about(player=player, competition=report.competition, **facts)
        case Measure.Kind.RENAME:
            made = measures.rename_player(player=player, name=asked["name"], **facts)
        case Measure.Kind.SUSPEND:
            made = measures.suspend(player=player, until=now + timedelta(days=asked["days"]), **facts)
        case _:
            made = SIMPLE[kind](player=player, **facts)
    if report is not None:
        settle(reports=Report.objects.filter(target=report.target), staff=staff, now=now)
    return made


SIMPLE: Final = {
    Measure.Kind.WARN: measures.warn,
    Measure.Kind.HIDE_NAME: measures.hide_name,
    Measure.Kind.BAN: measures.ban,
    Measure.Kind.LIFT: measures.lift,
}
