"""The pages on which a circle is made, joined, shown and changed."""

from collections.abc import Callable
from datetime import datetime
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from competitions.contests.calendars.circle_calendar import circle_calendar_key
from competitions.contests.circles.membership import join_circle, make_circle_once, require_invite
from competitions.contests.circles.weeks import Week
from competitions.embargo.circles import membership, memberships_of
from competitions.models import Circle, Member, Player
from competitions.people.passes import arrive
from competitions.refusals import Refusal
from games import GAMES

from ..dailies.todays_deals import todays_deals
from ..forms.fields import as_code
from ..forms.refusals import show_refusal
from ..requests.form_keys import key_of_form, number_of_form
from ..requests.page_limits import limited
from ..requests.viewers import player_of, remember_guest
from .circle_acts import CIRCLE_ACTS, DONE, CircleAct, acts_open_to
from .forms import CircleActForm, InvitedForm, NewCircleForm
from .leading import leading_in_words
from .week_page import week_page


@require_http_methods(["GET", "HEAD", "POST"])
@limited("competitions", strangers="guests")
def own_circles(request: HttpRequest) -> HttpResponse:
    viewer = player_of(request)
    if request.method != "POST":
        return _circles(request, viewer, NewCircleForm(viewer=viewer))
    form = NewCircleForm(request.POST, viewer=viewer)
    if form.is_valid():
        now = timezone.now()

        def make(player: Player) -> Member:
            return make_circle_once(
                name=form.cleaned_data["circle"],
                player=player,
                key=key_of_form(request),
                now=now,
            )

        try:
            made = _as_player(request, viewer, form.cleaned_data.get("name"), make)
        except Refusal as refusal:
            show_refusal(form, refusal)
        else:
            return redirect("circle", made.circle_id)
    return _circles(request, viewer, form, status=422)


@require_safe
def circle_page(request: HttpRequest, circle_id: str) -> HttpResponse:
    viewer = player_of(request)
    mine = membership(circle_id, viewer)
    if mine is None or viewer is None:
        circle = _invited_or_404(circle_id, as_code(request.GET.get("invite", "")))
        first = {"invite": circle.invite}
        return _invitation(request, circle, InvitedForm(viewer=viewer, initial=first))
    now = timezone.now()
    week, game = _asked_or_404(request, now)
    page = week_page(mine.circle, viewer, week, game, now)
    this_week = page.after is None
    before = week_page(mine.circle, viewer, page.before, None, now) if this_week and page.before else None
    deals = todays_deals(viewer, now) if this_week else []
    context = {
        "mine": mine,
        "circle": mine.circle,
        "page": page,
        "game": GAMES.get(game or ""),
        "games": GAMES.values(),
        "this_week": this_week,
        "leading": leading_in_words(page.leaders, now=this_week, game=GAMES.get(game or "")),
        "led_last_week": before and leading_in_words(before.leaders, now=False),
        "to_play": [deal for deal in deals if deal.attempt is None or deal.running],
        "closes_at": deals[0].competition.closes_at if deals else None,
        "now": now,
        "members": mine.circle.members.select_related("player"),
        "acts": acts_open_to(mine),
        "did": DONE.get(request.GET.get("did", "")),
        "url": request.build_absolute_uri(_link(mine.circle)),
        "calendar": request.build_absolute_uri(_calendar(mine)),
        "shared_link": None,
    }
    return render(request, "circles/circle.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("entries", strangers="guests")
def join_circle_page(request: HttpRequest, circle_id: str) -> HttpResponse:
    viewer = player_of(request)
    # a GET request has no form, and so no invitation code: there is no page to show
    if request.method != "POST":
        raise Http404
    if membership(circle_id, viewer) is not None:
        return redirect("circle", circle_id)
    circle = _invited_or_404(circle_id, request.POST.get("invite", ""))
    form = InvitedForm(request.POST, viewer=viewer)
    if form.is_valid():
        now = timezone.now()

        def join(player: Player) -> Member:
            return join_circle(circle=circle, player=player, invite=circle.invite, now=now)[0]

        try:
            _as_player(request, viewer, form.cleaned_data.get("name"), join)
        except Refusal as refusal:
            if refusal.code in (
                "not_found",
                "bad_invite",
            ):  # the circle was closed, or its code replaced, after this view had read the circle
                raise Http404 from None
            show_refusal(form, refusal)
        else:
            return redirect("circle", circle_id)
    return _invitation(request, circle, form, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("competitions")
def circle_act(request: HttpRequest, circle_id: str, act: str) -> HttpResponse:
    """Ask before the act; with POST, do it and return to the circle with a message."""
    mine = membership(circle_id, player_of(request))
    if mine is None or act not in CIRCLE_ACTS:
        raise Http404
    asked = CIRCLE_ACTS[act]
    if asked.of_owner and not mine.owns:  # for example, a former owner on an old page
        if request.method == "POST":
            raise PermissionDenied
        return redirect("circle", circle_id)
    if request.method != "POST":
        return _ask(request, asked, asked.form(mine=mine, initial=request.GET.dict()))
    form = asked.form(request.POST, mine=mine)
    if form.is_valid():
        try:
            asked.do(mine, form.cleaned_data)
        except Refusal as refusal:
            show_refusal(form, refusal)
        else:
            return redirect("circles" if asked.ends else f"{reverse('circle', args=(circle_id,))}?did={act}")
    return _ask(request, asked, form, status=422)


def _as_player(
    request: HttpRequest, viewer: Player | None, name: str | None, act: Callable[[Player], Member]
) -> Member:
    """Run the act as the viewer or, for a new visitor, as a new player of this name, who then stays signed
    in."""
    with transaction.atomic():  # so that a refused visitor does not become a player
        player = viewer or arrive(name=name or "", form=number_of_form(request), now=timezone.now())
        member = act(player)
    if viewer is None:
        remember_guest(request, player)
    return member


def _invited_or_404(circle_id: str, invite: str) -> Circle:
    """The circle; raises Http404 if the circle does not exist or `invite` is not the circle's code."""
    circle = Circle.objects.filter(pk=circle_id).first()
    if circle is None:
        raise Http404
    try:
        require_invite(circle, invite)
    except Refusal:
        raise Http404 from None
    return circle


def _asked_or_404(request: HttpRequest, now: datetime) -> tuple[Week, str | None]:
    """The week and the game that the address asks for; by default this week and all games (None)."""
    name, game = request.GET.get("week"), request.GET.get("game")
    try:
        week = Week.at(now) if name is None else Week.called(name)
    except ValueError:
        raise Http404 from None
    if week > Week.at(now) or (game is not None and game not in GAMES):
        raise Http404
    return week, game


def _link(circle: Circle) -> str:
    return f"{reverse('circle', args=(circle.pk,))}?invite={circle.invite}"


def _calendar(mine: Member) -> str:
    address = reverse("circle_calendar", args=(mine.circle_id,))
    return f"{address}?{urlencode({'key': circle_calendar_key(mine)})}"


def _circles(
    request: HttpRequest, viewer: Player | None, form: NewCircleForm, status: int = 200
) -> HttpResponse:
    own = () if viewer is None else memberships_of(viewer).order_by("-pk")
    return render(request, "circles/circles.html", {"own": own, "form": form}, status=status)


def _invitation(request: HttpRequest, circle: Circle, form: InvitedForm, status: int = 200) -> HttpResponse:
    context = {"circle": circle, "form": form, "shared_link": None}
    return render(request, "circles/join.html", context, status=status)


def _ask(request: HttpRequest, act: CircleAct, form: CircleActForm, status: int = 200) -> HttpResponse:
    context = {"circle": form.mine.circle, "act": act, "form": form, "shared_link": None}
    return render(request, "circles/act.html", context, status=status)
