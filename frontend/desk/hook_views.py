"""The webhooks of a contest, at its desk."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from competitions.contests.webhooks import add_hook, ping, remove_hook, send_again
from competitions.models import Delivery, Hook
from competitions.refusals import Refusal

from ..forms.refusals import show_refusal
from ..requests.page_limits import limited
from .forms import ActForm, HookForm
from .hooks import room_for_more, shown_hooks
from .situation import Situation
from .views import situation_or_404

SENT_AGAIN = _(
    "We are sending it again. Look at this page in a moment to see whether the receiver accepted it."
)
REMOVED = _("The webhook is removed.")
PINGED = _("We are sending a test. Look at this page in a moment to see whether the receiver accepted it.")
DONE = {"again": SENT_AGAIN, "removed": REMOVED, "ping": PINGED}


@require_http_methods(["GET", "HEAD", "POST"])
@limited("webhooks")
def hooks_page(request: HttpRequest, competition_id: str) -> HttpResponse:
    """List the webhooks and their last deliveries. A POST adds a webhook, and its answer shows the secret
    once."""
    situation = situation_or_404(request, competition_id)
    if request.method != "POST":
        return _page(request, situation, HookForm())
    form = HookForm(request.POST)
    if not form.is_valid():
        return _page(request, situation, form, status=422)
    try:
        hook, secret = situation.do(add_hook, **form.cleaned_data)
    except Refusal as refusal:
        if refusal.code == "forbidden":
            raise PermissionDenied from None
        show_refusal(form, refusal)
        return _page(request, situation, form, status=409 if refusal.code == "full" else 422)
    return _page(request, situation, HookForm(), added=hook, secret=secret)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("webhooks")
def remove_page(request: HttpRequest, competition_id: str, hook_id: str) -> HttpResponse:
    """Ask before removing the webhook; with POST, remove it."""
    situation = situation_or_404(request, competition_id)
    hook = _hook_or_404(situation, hook_id)
    if request.method == "POST":
        _do(situation, remove_hook, hook=hook)
        return redirect(f"{reverse('hooks', args=(competition_id,))}?did=removed")
    context = {
        "competition": situation.competition,
        "shared_link": None,
        "subject": None,
        "act": {"title": gettext("Remove it"), "asks": gettext("Remove this webhook?"), "page": "hooks"},
        "says": [
            gettext("Nothing more is sent to %(address)s.") % {"address": hook.url},
            gettext("Its secret and its list of deliveries are gone."),
        ],
        "form": ActForm(seen=situation.seen, entry=None),
    }
    return render(request, "desk/act.html", context)


@require_POST
@limited("webhooks")
def resend(request: HttpRequest, competition_id: str, hook_id: str, delivery_id: str) -> HttpResponse:
    situation = situation_or_404(request, competition_id)
    delivery = Delivery.objects.filter(pk=delivery_id, hook=_hook_or_404(situation, hook_id)).first()
    if delivery is None:
        raise Http404
    _do(situation, send_again, delivery=delivery)
    return redirect(f"{reverse('hooks', args=(competition_id,))}?did=again")


@require_POST
@limited("webhooks")
def send_ping(request: HttpRequest, competition_id: str, hook_id: str) -> HttpResponse:
    situation = situation_or_404(request, competition_id)
    _do(situation, ping, hook=_hook_or_404(situation, hook_id))
    return redirect(f"{reverse('hooks', args=(competition_id,))}?did=ping")


def _do(situation: Situation, use_case: Callable[..., Any], **given: Any) -> None:
    try:
        situation.do(use_case, **given)
    except Refusal as refusal:
        raise (Http404 if refusal.code == "not_found" else PermissionDenied) from None


def _hook_or_404(situation: Situation, hook_id: str) -> Hook:
    hook = situation.competition.hooks.filter(pk=hook_id).first()
    if hook is None:
        raise Http404
    return hook


def _page(
    request: HttpRequest,
    situation: Situation,
    form: HookForm,
    *,
    added: Hook | None = None,
    secret: str = "",
    status: int = 200,
) -> HttpResponse:
    hooks = shown_hooks(situation.competition)
    context = {
        "competition": situation.competition,
        "shared_link": None,
        "hooks": hooks,
        "more": room_for_more(hooks),
        "form": form,
        "added": added,
        "secret": secret,
        "done": DONE.get(request.GET.get("did", "")),
    }
    return render(request, "desk/hooks.html", context, status=status)
