"""The pages on which a series is made from a contest, shown and changed."""

from datetime import UTC

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from competitions.contests.series.organise import make_series_once
from competitions.embargo.series import knows_series, organises_series
from competitions.models import Player, Series
from competitions.refusals import Refusal

from ..desk.views import situation_or_404
from ..forms.refusals import show_refusal
from ..requests.form_keys import key_of_form
from ..requests.lookups import page_number
from ..requests.page_limits import limited
from ..requests.viewers import player_of
from .forms import NewSeriesForm, SeriesActForm
from .rhythm_words import when_it_meets, zone_in_words
from .series_acts import DONE, SERIES_ACTS, SeriesAct, acts_now
from .series_page import PAGE, series_page


@require_http_methods(["GET", "HEAD", "POST"])
@limited("competitions")
def new_series(request: HttpRequest, competition_id: str) -> HttpResponse:
    """Make a series from a contest that the viewer organises."""
    situation = situation_or_404(request, competition_id)
    template = situation.competition
    if request.method == "POST":
        form = NewSeriesForm(request.POST)
        if form.is_valid():
            try:
                made = make_series_once(
                    organiser=situation.organiser,
                    key=key_of_form(request),
                    now=timezone.now(),
                    template=template,
                    **form.asked,
                )
            except Refusal as refusal:
                show_refusal(form, refusal)
            else:
                return redirect(f"{reverse('series', args=(made.pk,))}?did=new")
    else:
        opening = template.opening.astimezone(UTC)
        first = {"name": str(template.title), "weekday": opening.isoweekday(), "zone": "UTC"}
        form = NewSeriesForm(initial=first | {"at": opening.time()})
    context = {"competition": template, "form": form, "opening": template.opening, "shared_link": None}
    return render(request, "series/new_series.html", context, status=422 if form.is_bound else 200)


@require_safe
def show_series(request: HttpRequest, series_id: str) -> HttpResponse:
    viewer, now, number = player_of(request), timezone.now(), page_number(request)
    series = _series_or_404(series_id, viewer)
    page = series_page(series, viewer, now, number=number)
    if number > 1 and not page.rows:
        raise Http404
    calendar = request.build_absolute_uri(reverse("series_calendar", args=(series.pk,)))
    organises = organises_series(series, viewer)
    context = {
        "series": series,
        "page": page,
        "meets": when_it_meets(series),
        "zone": zone_in_words(series),
        "calendar": calendar,
        "number": number,
        "more": number * PAGE < page.total,
        "me": viewer and viewer.pk,
        "organises": organises,
        "acts": acts_now(series) if organises else (),
        "did": DONE.get(request.GET.get("did", "")) if organises else None,
        "now": now,
        "shared_link": None,
    }
    return render(request, "series/series.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("competitions")
def series_act(request: HttpRequest, series_id: str, act: str) -> HttpResponse:
    """Ask before the act; with POST, do it and return to the series with a message."""
    viewer = player_of(request)
    series = _series_or_404(series_id, viewer)
    if act not in SERIES_ACTS or not organises_series(series, viewer):
        raise Http404
    asked = SERIES_ACTS[act]
    if request.method != "POST":
        if act not in dict(acts_now(series)):  # the act would change nothing
            return redirect("series", series_id)
        return _ask(request, asked, asked.form(series=series))
    form = asked.form(request.POST, series=series)
    status = 422
    if form.is_valid():
        try:
            asked.do(series, form.cleaned_data)
        except Refusal as refusal:
            show_refusal(form, refusal)
            status = 409 if refusal.code == "wrong_state" else 422
        else:
            return redirect(f"{reverse('series', args=(series_id,))}?did={act}")
    return _ask(request, asked, form, status=status)


def _series_or_404(series_id: str, viewer: Player | None) -> Series:
    found = (
        Series.objects.select_related("organiser").prefetch_related("skipped").filter(pk=series_id).first()
    )
    if found is None or not knows_series(found, viewer):
        raise Http404
    return found


def _ask(request: HttpRequest, act: SeriesAct, form: SeriesActForm, status: int = 200) -> HttpResponse:
    context = {"series": form.series, "act": act, "form": form, "shared_link": None}
    return render(request, "series/act.html", context, status=status)
