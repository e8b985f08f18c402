"""Checks a result, or pasted logs, by replaying them."""

import json
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods

from competitions.models import Log
from competitions.proofs.receipts.keys import keys_of_secrets
from competitions.web import costs
from games.replay import Refused, Replayed, open_deal

from ..requests.lookups import result_or_404
from ..requests.page_limits import charged
from ..requests.viewers import player_of
from ..wording import link_previews
from ..wording.moves import WrittenMove, written_moves
from .check_deal import MOST, CheckedLog, check_logs
from .forms import VerifyForm

LONGEST_STORED: Final = 16 * costs.MOST_MOVES
"""About how many characters a stored log has at most: 16 for each of `MOST_MOVES` moves."""


@require_http_methods(["GET", "HEAD", "POST"])
@charged(lambda request: _cost(request))
def verify_page(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _result(request) if "log" in request.GET else _page(request, VerifyForm())
    form = VerifyForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    return _page(request, form, **_verdicts(**form.cleaned_data))


def _cost(request: HttpRequest) -> float:
    if request.method != "POST":
        return costs.of_verifying(LONGEST_STORED, 1) if "log" in request.GET else 0.0
    text = request.POST.get("log", "")
    return costs.of_verifying(len(text), min(text.count("\n") + 1, MOST))


def _result(request: HttpRequest) -> HttpResponse:
    """The verdict on the log of `?log=`, if the viewer may see its moves and its seed."""
    log, seen = result_or_404(request.GET["log"], player_of(request), timezone.now())
    seed = seen.seed(log.round)
    if seed is None or log.attempt is None or not seen.sees_played(log.attempt):
        raise Http404
    deal = log.round.deal
    text = {
        "game": deal.game_slug,
        "seed": seed,
        "rules": deal.rules,
        "moves": log.moves,
        "score": log.attempt.score,
    }
    fields = {"log": json.dumps(text), "commitment": seen.commitment(log.round) or ""}
    verdicts = _verdicts(list(check_logs(fields["log"], {})), False, fields["commitment"])
    return _page(request, VerifyForm(initial=fields), result=log, **verdicts)


def _verdicts(checked: list[CheckedLog], more: bool, commitment: str, **fields: str) -> dict[str, Any]:
    """The verdicts for the page: in full for a single log, one line each for several."""
    deals = {each.log[:2]: each for each in checked if each.log and each.commitment}
    one = checked[0] if len(checked) == 1 else None
    return {
        "checked": checked,
        "more": more,
        "wrong": sum(each.wrong for each in checked),
        "unchecked": sum(each.unchecked for each in checked),
        "deal": next(iter(deals.values())) if len(deals) == 1 else None,
        "given": commitment,
        "one": one,
        "view": one.result.view() if one and isinstance(one.result, Replayed) else None,
        "moves": _moves_in_words(one) if one else [],
        "replay": {"log": one.shown} if one and one.shown else None,
    }


def _moves_in_words(one: CheckedLog) -> list[WrittenMove]:
    """The log's legal moves in words: all moves or, if one is refused, those before it. Empty if the log
    names no deal, or one that does not exist."""
    if one.log is None or one.shown is None:
        return []
    opening = open_deal(one.log.game, one.log.seed, one.log.rules)
    return [] if isinstance(opening, Refused) else written_moves(opening, one.stood)


def _any_deal() -> dict[str, str]:
    """The placeholders for the game and the seed of a deal in a command."""
    return {"game": pgettext("in a command", "GAME"), "seed": pgettext("in a command", "SEED")}


def _page(
    request: HttpRequest,
    form: VerifyForm,
    *,
    checked: list[CheckedLog] | None = None,
    deal: CheckedLog | None = None,
    result: Log | None = None,
    status: int = 200,
    **verdicts: Any,
) -> HttpResponse:
    context = {
        "form": form,
        "keys": {"keys": keys_of_secrets()},
        "result": result,
        "checked": checked,
        "deal": deal,
        "example": deal.log if deal else _any_deal(),
        **verdicts,
    }
    if result is not None:
        context["shared_link"] = link_previews.to_result(result)
    return render(request, "verify/verify.html", context, status=status)
