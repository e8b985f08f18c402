"""Making a contest: by one press on a preset, or from a form to which rounds can be added."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from competitions.contests.create import create_once
from competitions.models import Competition, Player
from competitions.models.competitions import MOST_ROUNDS
from competitions.refusals import Refusal
from competitions.web.limits import address_of
from games import GAMES

from ..forms.refusals import show_refusal_by_rounds
from ..requests.form_keys import key_of_form
from ..requests.page_limits import limited
from ..requests.viewers import player_of, remember_guest
from .forms import ContestForm
from .new_organiser import register_organiser
from .preset_form import offered, proposed_name
from .round_form import RoundFormSet, Rounds, way_of


@require_http_methods(["GET", "HEAD", "POST"])
@limited("competitions", strangers="guests")
def new_competition(request: HttpRequest) -> HttpResponse:
    viewer = player_of(request)
    if request.method != "POST":
        game = request.GET.get("game", "")
        asked = {"preset_game": game, "name": proposed_name(viewer.name if viewer else "")}
        rounds = RoundFormSet(initial=[{"game": way_of(game)}])
        return _page(request, ContestForm(initial=asked, viewer=viewer), rounds)
    if "add" in request.POST or "remove" in request.POST:
        return _other_number_of_rounds(request, viewer)
    form = ContestForm(_with_name(request.POST, viewer), viewer=viewer)
    if request.POST.get("preset"):
        # With a preset, only the names of the contest and of its organiser are checked. The settings and the
        # rounds are not checked, but kept if the page is shown again.
        rounds = RoundFormSet(initial=RoundFormSet(request.POST).filled_in())
        form.ask_only_for_names()
        valid = not form.errors
    else:
        rounds = RoundFormSet(request.POST)
        valid = all([form.is_valid(), rounds.is_valid()])  # check both, so that the page shows every error
    if valid:
        try:
            competition, organiser = _create(request, form, rounds, viewer)
        except Refusal as refusal:
            show_refusal_by_rounds(form, rounds.forms, refusal)
        else:
            if viewer is None:
                remember_guest(request, organiser)
            return redirect("competition", competition.pk)
    return _page(request, form, rounds, status=422)


def _with_name(sent: QueryDict, viewer: Player | None) -> QueryDict:
    """The submitted form. If a preset was pressed without a name, the contest is named after its maker."""
    if not sent.get("preset") or sent.get("name", "").strip():
        return sent
    named = sent.copy()
    named["name"] = proposed_name(viewer.name if viewer else sent.get("player_name", "").strip())
    return named


def _create(
    request: HttpRequest, form: ContestForm, rounds: Rounds, viewer: Player | None
) -> tuple[Competition, Player]:
    now = timezone.now()
    with transaction.atomic():  # if the contest is refused, no player is made
        organiser = viewer or register_organiser(request, form.cleaned_data["player_name"], now)
        if preset := form.cleaned_data["preset"]:
            game = GAMES.get(form.cleaned_data["preset_game"])
            plan = preset.plan(name=form.cleaned_data["name"], now=now, game=game)
        else:
            plan = form.plan([round.plan() for round in rounds])
        form_key, network = key_of_form(request), address_of(request)
        made = create_once(organiser=organiser, plan=plan, key=form_key, now=now, network=network)
        return made, organiser


def _other_number_of_rounds(request: HttpRequest, viewer: Player | None) -> HttpResponse:
    """The submitted form, shown again with one round more or fewer and without error messages."""
    filled = RoundFormSet(request.POST).filled_in()
    removed = request.POST.get("remove", "")
    if "add" in request.POST and len(filled) < MOST_ROUNDS:
        filled.append({"game": filled[-1]["game"]})
    elif len(filled) > 1 and removed in {str(number) for number in range(len(filled))}:
        del filled[int(removed)]
    typed = ContestForm(request.POST, viewer=viewer).filled_in()
    form = ContestForm(initial=typed | {"preset": ""}, viewer=viewer)
    return _page(request, form, RoundFormSet(initial=filled))


def _page(request: HttpRequest, form: ContestForm, rounds: Rounds, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "presets": offered(form["preset_game"].value() or ""),
        "rounds": rounds,
        "more_rounds": len(rounds) < MOST_ROUNDS,
        "wrong": status != 200,
    }
    return render(request, "new_contest/new_contest.html", context, status=status)
