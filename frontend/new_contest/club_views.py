"""Planning a club night: first all its times are shown, and then it is made."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from competitions.contests.club_nights import ClubNight
from competitions.contests.create import create_once
from competitions.contests.plans import check_plan, stored_settings
from competitions.contests.presets import USUAL
from competitions.dates import written_date
from competitions.models import Competition, Player
from competitions.refusals import Refusal
from competitions.translatable import about_game
from competitions.web.limits import address_of

from ..forms.refusals import show_refusal
from ..requests.form_keys import key_of_form
from ..requests.page_limits import limited
from ..requests.viewers import player_of, remember_guest
from .club_form import EVENING, ClubNightForm, evening_after
from .new_organiser import register_organiser
from .preset_form import proposed_name

ASK: Final = "new_contest/club_night.html"


@dataclass(frozen=True)
class ShownOpening:
    """A row of the table of times: when one round is open or, if all rounds are open together, when all are.
    The times are in the time zone of the club night."""

    rounds: str
    opens: str
    closes: str


@dataclass(frozen=True)
class ShownNight:
    """All times of an evening, in the time zone `zone`."""

    day: str
    zone: str
    game: str
    openings: Sequence[ShownOpening]
    freezes: str
    """From when scores are hidden; empty if no score is hidden."""
    closes: str

    @property
    def seen(self) -> str:
        """One text with all of this. The form sends it back, so that the contest is made only with what the
        organiser has seen."""
        return str(self)


def shown_night(night: ClubNight, clock: ZoneInfo) -> ShownNight:
    first = night.begins.astimezone(clock)

    def hour(moment: datetime) -> str:
        """The time of day; on days after the first, also the date."""
        there = moment.astimezone(clock)
        return written_date(there, "time" if there.date() == first.date() else "short_day_time")

    openings = [(str(number), opening) for number, opening in enumerate(night.openings, start=1)]
    if not night.in_turn and night.rounds > 1:
        openings = [(gettext("1 to %(last)d") % {"last": night.rounds}, night.openings[0])]
    return ShownNight(
        written_date(first, "weekday_date"),
        clock.key,
        about_game(night.game).name,
        [
            ShownOpening(numbers, hour(opening.opens_at), hour(opening.closes_at))
            for numbers, opening in openings
        ],
        "" if night.freeze_at is None else hour(night.freeze_at),
        hour(night.closes_at),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@limited("competitions", strangers="guests")
def plan_club_night(request: HttpRequest) -> HttpResponse:
    viewer, now = player_of(request), timezone.now()
    if request.method != "POST":
        begins = evening_after(now)
        asked = {"name": proposed_name(viewer.name if viewer else ""), "zone": "UTC", **EVENING}
        asked |= {"on": begins.date(), "at": begins.time(), "game": USUAL}
        form = ClubNightForm(initial=asked, viewer=viewer)
        return render(request, ASK, {"form": form, "begins": begins, "shown": None})
    form = ClubNightForm(request.POST, viewer=viewer)
    shown = None
    if form.is_valid():
        try:
            shown = shown_night(form.night, form.clock)
            if "start" in request.POST and form.cleaned_data["shown"] == shown.seen:
                made, organiser = _make(request, form, viewer, now)
                if viewer is None:
                    remember_guest(request, organiser)
                return redirect("competition", made.pk)
            _check(form, now)
        except Refusal as refusal:
            show_refusal(form, refusal)
            shown = None
    return render(request, ASK, {"form": form, "shown": shown}, status=422 if form.errors else 200)


def _check(form: ClubNightForm, now: datetime) -> None:
    """Raise the Refusal that making this contest would raise; make nothing."""
    plan = form.night.plan(form.cleaned_data["name"])
    stored_settings(plan)
    check_plan(plan, now)


def _make(
    request: HttpRequest, form: ClubNightForm, viewer: Player | None, now: datetime
) -> tuple[Competition, Player]:
    with transaction.atomic():  # if the contest is refused, no player is made
        organiser = viewer or register_organiser(request, form.cleaned_data["player_name"], now)
        plan = form.night.plan(form.cleaned_data["name"])
        form_key, network = key_of_form(request), address_of(request)
        return create_once(organiser=organiser, plan=plan, key=form_key, now=now, network=network), organiser
