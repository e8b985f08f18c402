"""A player's devices, and continuing on another device. One browser shows a code for a minute. Whoever enters
the code in a second browser becomes the same player there.

The first browser also shows a link, with the code after `#`. Browsers send this part to nobody, so the code
is in no log and no referrer, and opening the link does not use the code up. The second browser sends the code
when its button is pressed.
"""

from django.contrib.auth import login, update_session_auth_hash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from competitions.people.known_browsers import end_all_browsers, end_browser, own_browsers
from competitions.people.passes import issue_code, use_code

from ..accounts.asked_again import asked_again
from ..join.forms import CodeForm
from ..requests.form_keys import number_of_form
from ..requests.page_limits import limited
from ..requests.viewers import BACKEND, LEFT_HERE, note_left, note_use, player_of

UNKNOWN = _(
    "This code does not work now. A code works only once, for a minute. Make a new one on your other phone."
)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("passes")
def go_on(request: HttpRequest) -> HttpResponse:
    """The page for both devices; with POST, sign the second device in as the player who made the code."""
    if request.method != "POST":
        return _page(request, CodeForm())
    form = CodeForm(request.POST)
    if form.is_valid():
        code = form.cleaned_data["code"]
        player = use_code(code=code, form=number_of_form(request), now=timezone.now())
        if player is not None:
            before = player_of(request)
            if player != before:
                # The player does not take over the language of this browser, because others may use the
                # browser, too.
                login(request, player, backend=BACKEND)
                note_left(request, before)
            return redirect("left_guest" if LEFT_HERE in request.session else "home")
        form.add_error("code", UNKNOWN)
    return _page(request, form, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("passes")
@asked_again
def show_code(request: HttpRequest) -> HttpResponse:
    """Show a new code for the viewer's other device. It is shown only this one time."""
    player, now = player_of(request), timezone.now()
    if request.method != "POST" or player is None:
        return redirect("continue")
    code, expires_at = issue_code(player=player, now=now)
    address = request.build_absolute_uri(reverse("continue"))
    shown = {
        "link": f"{address}#{code}",
        "address": address.partition("://")[2],
        "code": " ".join(code[at : at + 4] for at in range(0, len(code), 4)),
        "expires_at": expires_at,
        "now": now,
    }
    return _page(request, CodeForm(), shown=shown)


@require_http_methods(["GET", "HEAD", "POST"])
@limited("passes")
def end_one(request: HttpRequest, browser_id: int) -> HttpResponse:
    """Sign another browser out."""
    player = player_of(request)
    if request.method != "POST" or player is None:
        return redirect("continue")
    if not end_browser(player=player, browser_id=browser_id, asking=request.session.session_key):
        raise Http404
    return redirect(f"{reverse('continue')}?did=end#devices")


@require_http_methods(["GET", "HEAD", "POST"])
@limited("passes")
def end_others(request: HttpRequest) -> HttpResponse:
    """Sign every other browser out."""
    player = player_of(request)
    if request.method != "POST" or player is None:
        return redirect("continue")
    end_all_browsers(player=player)
    update_session_auth_hash(request, player)
    return redirect(f"{reverse('continue')}?did=others#devices")


def _page(
    request: HttpRequest, form: CodeForm, shown: dict[str, object] | None = None, status: int = 200
) -> HttpResponse:
    player = player_of(request)
    note_use(request)  # so that this browser, if new, is among `browsers`
    context = {
        "form": form,
        "shown": shown,
        "player": player,
        "browsers": own_browsers(player, timezone.now()) if player else (),
        "this": request.session.session_key,
        "did": request.GET.get("did"),
    }
    return render(request, "me/other_device.html", context, status=status)
