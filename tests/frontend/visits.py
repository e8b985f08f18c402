"""What there is to see of every page, by the name of its route: where to look, and what is sent there."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from django.http import HttpResponse
from django.test import Client

from frontend.circles.circle_acts import CIRCLE_ACTS
from frontend.guides.guide import GUIDES
from games import GAMES


class Visit(NamedTuple):
    path: str
    """The address, with names of the scene in braces."""
    form: Mapping[str, str] | None = None
    """What is sent; None to read the page."""


Scene = Mapping[str, str]
"""The ids of contests in every state, and of results; see the fixture of this name."""

ADD: Final = {"add": "1"}
PASSKEY: Final = '{"id": "x", "rawId": "x", "response": {"clientDataJSON": "e30", "attestationObject": "oA"}}'
LOG: Final = '{"game": "wish", "seed": "axe", "moves": [%s], "score": 3}'

VISITS: Final[Mapping[str, list[Visit]]] = {
    "home": [Visit("/")],
    "offline": [Visit("/offline")],
    "contests": [
        *(
            Visit(f"/contests{query}")
            for query in ("", "?state=over", "?q=%20x", "?q=" + 81 * "x", "?state=none", "?after=x")
        ),
        Visit("/contests?state=running&game=wish&play=open&q=friday&after=0-0-{busy}"),
    ],
    "dailies": [Visit("/daily")],
    "day": [Visit("/daily/2026-11-22"), Visit("/daily/2026-02-30")],
    "month": [Visit("/daily/2026-11"), Visit("/daily/0000-01")],
    "my_contests": [Visit("/contests/mine"), Visit("/contests/mine?after=0-0-{busy}")],
    "new": [
        Visit("/new"),
        Visit("/new?game=winabit"),
        Visit("/new", {"preset": "club"}),
        Visit("/new", {}),
        Visit("/new", ADD),
        Visit("/new", {"name": "x", "play": "sealed", "time_limit_s": "0"}),
    ],
    "competition": [
        *(Visit(f"/c/{{{name}}}") for name in ("busy", "sealed", "invited", "scheduled", "over", "final")),
        Visit("/c/{draft}"),
        Visit("/c/{cancelled}"),
        *(Visit(f"/c/{{{name}}}") for name in ("duel", "played_duel", "free_duel")),
        Visit("/c/{busy}?page=2"),
        Visit("/c/{invited}?invite=wrong"),
        Visit("/c/2222222222222222"),
    ],
    "join": [
        Visit("/c/{busy}/join"),
        Visit("/c/{invited}/join", {"name": "x"}),
        Visit("/c/{invited}/join", {"name": "x", "round": "1"}),
    ],
    "duel": [Visit("/duels"), Visit("/duels", {"game": "wish"})],
    "rematch": [
        Visit("/c/{duel}/rematch"),
        Visit("/c/{duel}/rematch", {}),
        Visit("/c/{played_duel}/rematch", {}),
        Visit("/c/{busy}/rematch", {}),
    ],
    "token": [Visit("/c/{busy}/token"), Visit("/c/{busy}/token", {})],
    "round": [
        *(
            Visit(f"/c/{{{name}}}/rounds/1")
            for name in ("busy", "sealed", "ended", "scheduled", "over", "cancelled")
        ),
        Visit("/c/{busy}/rounds/2"),
    ],
    "deal": [Visit("/c/{sealed}/rounds/1/deal"), Visit("/c/{scheduled}/rounds/1/deal", {})],
    "done": [Visit("/c/{busy}/rounds/2/done"), Visit("/c/{scheduled}/rounds/1/done", {})],
    "luck": [Visit("/c/{over}/rounds/1/luck"), Visit("/c/{busy}/rounds/1/luck")],
    "ghost": [
        Visit("/c/{over}/rounds/1/ghost"),
        Visit("/c/{over}/rounds/1/ghost", {}),
        Visit("/c/{busy}/rounds/1/ghost"),
    ],
    "tree": [Visit("/c/{over}/rounds/1/tree"), Visit("/c/{busy}/rounds/1/tree")],
    "entry": [
        *(Visit(f"/c/{{{name}}}/players/{{{name}_entry}}") for name in ("busy", "sealed", "ended", "over")),
        Visit("/c/{over}/players/2222222222222222"),
    ],
    "entry_game": [
        Visit("/c/{over}/players/{over_entry}/rounds/1"),
        Visit("/c/{over}/players/{over_entry}/rounds/2"),
    ],
    "sheet": [
        *(Visit(f"/c/{{{name}}}/sheet") for name in ("busy", "sealed", "invited", "over", "final")),
        Visit("/c/{busy}/sheet?page=2"),
    ],
    "room": [Visit(f"/c/{{{name}}}/room") for name in ("busy", "invited", "scheduled", "over", "cancelled")],
    "guides": [Visit("/guides")],
    "guide": [
        *(Visit(f"/guides/{slug}") for slug in GUIDES),
        Visit("/guides/none"),
    ],
    "embed": [
        Visit(f"/c/{{{name}}}/embed")
        for name in ("busy", "sealed", "invited", "scheduled", "over", "cancelled", "draft")
    ],
    "trail": [Visit("/c/{busy}/trail"), Visit("/c/{over}/trail")],
    "desk": [
        *(
            Visit(f"/c/{{{name}}}/desk")
            for name in ("busy", "sealed", "invited", "scheduled", "over", "final")
        ),
        Visit("/c/{busy}/desk?show=playing&called=x&did=end"),
        Visit("/c/{busy}/desk?show=x"),
    ],
    "settings": [
        Visit("/c/{busy}/desk/settings"),
        Visit("/c/{final}/desk/settings"),
        Visit("/c/{scheduled}/desk/settings", {"name": "x"}),
    ],
    "hooks": [
        Visit("/c/{busy}/desk/webhooks"),
        Visit("/c/{over}/desk/webhooks"),
        Visit("/c/{busy}/desk/webhooks?did=again"),
        Visit("/c/{over}/desk/webhooks", {"url": "https://hooks.example/", "events": "result"}),
        Visit("/c/{over}/desk/webhooks", {"url": "http://hooks.example/"}),
    ],
    "remove_hook": [Visit("/c/{busy}/desk/webhooks/{hook}/remove")],
    "contest_act": [
        *(
            Visit(f"/c/{{busy}}/desk/{act}")
            for act in ("end", "close", "cancel", "copy", "share", "hand-over")
        ),
        Visit("/c/{busy}/desk/nothing"),
        Visit("/c/{invited}/desk/code"),
        Visit("/c/{over}/desk/certify"),
        Visit("/c/{busy}/desk/share", {"name": "nobody"}),
        Visit("/c/{busy}/desk/certify", {}),
    ],
    "player_act": [
        *(Visit(f"/c/{{busy}}/desk/players/{{busy_entry}}/{act}") for act in ("rename", "disqualify")),
        Visit("/c/{busy}/desk/players/{busy_entry}/reinstate", {"reason": "A reason."}),
        Visit("/c/{busy}/desk/players/{busy_entry}/disqualify", {}),
    ],
    "circles": [Visit("/circles"), Visit("/circles", {"circle": "x"}), Visit("/circles", {"name": "x"})],
    "circle": [
        *(Visit(f"/circles/{{circle}}{query}") for query in ("", "?week=2026-W01&game=wish", "?week=x")),
        Visit("/circles/{circle}?invite={invite}"),
        Visit("/circles/{circle}?did=rename"),
    ],
    "join_circle": [
        Visit("/circles/{circle}/join"),
        Visit("/circles/{circle}/join", {"invite": "x"}),
    ],
    "circle_act": [
        *(Visit(f"/circles/{{circle}}/{act}") for act in CIRCLE_ACTS),
    ],
    "me": [Visit("/me"), Visit("/me", {"name": "x"}), Visit("/me", {"name": "Another 1."})],
    "profile": [Visit("/me/profile"), Visit("/me/profile", {"profile": "x"})],
    "preferences": [Visit("/me/preferences"), Visit("/me/preferences", {"speed": "x"})],
    "notices": [Visit("/notices"), Visit("/notices", {"before": "x"})],
    "mails_of_notices": [Visit("/me/notices"), Visit("/me/notices", {}), Visit("/me/notices", {"stop": "1"})],
    "stop_notices": [
        Visit("/notices/stop/x"),
        Visit("/notices/stop/{stop}"),
        Visit("/notices/stop/{stop}", {}),
    ],
    "make_key": [
        Visit("/me/keys"),
        Visit("/me/keys", {"name": ""}),
        Visit("/me/keys", {"name": "My bot", "scopes": "play"}),
    ],
    "revoke_key": [Visit("/me/keys/2222222222222222/revoke", {})],
    "reply": [Visit("/me/staff/2222222222222222")],
    "report": [
        *(Visit(f"/report/{path}") for path in ("about/{told}", "entry/{over_entry}", "result/{log}")),
        Visit("/report/entry/{over_entry}", {}),
        Visit("/report/entry/{over_entry}", {"ground": "spam", "text": "x"}),
        Visit("/report/entry/{over_entry}?did=report"),
        Visit("/report/player/2222222222222222"),
        Visit("/report/nothing/2222222222222222"),
    ],
    "account_login": [
        Visit("/sign-in"),
        Visit("/sign-in", {}),
        Visit("/sign-in", {"login": "x@example.org", "password": "x"}),
    ],
    "account_logout": [Visit("/sign-out")],
    "account_signup": [Visit("/sign-up")],
    "account_reset_password": [
        Visit("/forgotten"),
        Visit("/forgotten", {"email": "x"}),
        Visit("/forgotten", {"email": "x@example.org"}),
    ],
    "account_confirm_password_reset_code": [
        Visit("/forgotten/code"),
        Visit("/forgotten/code", {"code": "x"}),
    ],
    "account_complete_password_reset": [Visit("/forgotten/password")],
    "account_password_reset_completed": [Visit("/forgotten/done")],
    "left_guest": [Visit("/me/guest")],
    "close_me": [Visit("/me/delete")],
    "account_email": [
        Visit("/me/address"),
        Visit("/me/address", {"action_add": "1", "email": "x"}),
        Visit("/me/address", {"action_add": "1", "email": "x@example.org"}),
    ],
    "account_email_verification_sent": [Visit("/me/address/code"), Visit("/me/address/code", {"code": "x"})],
    "account_set_password": [Visit("/me/password/first"), Visit("/me/password/first", {"password1": "x"})],
    "account_change_password": [Visit("/me/password")],
    "account_reauthenticate": [Visit("/me/again")],
    "mfa_login_webauthn": [
        Visit("/sign-in/passkey"),
        *(Visit("/sign-in/passkey", {"credential": sent}) for sent in ("", "[]", "{}", '{"response": []}')),
    ],
    "mfa_authenticate": [Visit("/sign-in/code"), Visit("/sign-in/code", {"code": "x"})],
    "mfa_reauthenticate_webauthn": [Visit("/me/again/passkey")],
    "mfa_index": [Visit("/me/account")],
    "mfa_add_webauthn": [
        Visit("/me/passkeys"),
        *(Visit("/me/passkeys", {"credential": sent}) for sent in ("", "[]", PASSKEY, PASSKEY[:-9])),
    ],
    "mfa_edit_webauthn": [Visit("/me/passkeys/99999999999999999999/name")],
    "mfa_remove_webauthn": [Visit("/me/passkeys/99999999999999999999/remove")],
    "mfa_activate_totp": [Visit("/me/app")],
    "mfa_deactivate_totp": [Visit("/me/app/remove")],
    "mfa_view_recovery_codes": [Visit("/me/codes"), Visit("/me/codes", {})],
    "mfa_generate_recovery_codes": [Visit("/me/codes/new"), Visit("/me/codes/new", {})],
    "badge": [
        *(Visit(f"/badge{query}") for query in ("", "?code=x", "?code={code}", "?code={used}")),
        Visit("/badge", {"code": "x"}),
        Visit("/badge", {}),
    ],
    "badges": [
        Visit("/c/{busy}/desk/badges"),
        Visit("/c/{busy}/desk/badges?page=2"),
        Visit("/c/{busy}/desk/badges", {"names": "Cleo\nDan"}),
        Visit("/c/{over}/desk/badges", {"names": "x"}),
    ],
    "badge_sheet": [
        Visit("/c/{busy}/desk/badges/sheet"),
        Visit("/c/{over}/desk/badges/sheet"),
        Visit("/c/{busy}/desk/badges/sheet?badge={badge}"),
    ],
    "badge_act": [
        *(Visit(f"/c/{{busy}}/desk/badges/{{badge}}/{act}") for act in ("renew-badge", "remove-badge")),
        Visit("/c/{busy}/desk/badges/{badge}/renew-badge", {}),
        Visit("/c/{busy}/desk/badges/{badge}/none"),
    ],
    "continue": [Visit("/continue"), Visit("/continue", {"code": "x"})],
    "end_device": [Visit("/continue/devices/1/end"), Visit("/continue/devices/99999999999999999999/end", {})],
    "end_others": [Visit("/continue/others/end"), Visit("/continue/others/end", {})],
    "code": [Visit("/continue/code"), Visit("/continue/code", {})],
    "games": [Visit("/games")],
    "leaderboards": [Visit("/leaderboards")],
    "leaderboard": [
        Visit("/leaderboards/wish"),
        Visit("/leaderboards/wish?after=1500-2222222222222222-50-50"),
        Visit("/leaderboards/wish?after=x"),
    ],
    "player": [
        Visit("/players/{rated}"),
        Visit("/players/{rated}?game=wish"),
        Visit("/players/{rated}?game=none"),
        Visit("/players/{rated}?after=0-0-{busy}"),
        Visit("/players/{rated}?after=x"),
        Visit("/@Nobody"),
    ],
    "player_ratings": [
        Visit("/players/{rated}/ratings/wish"),
        Visit("/players/{rated}/ratings/well"),
        Visit("/@Nobody/ratings/wish"),
    ],
    "game": [*(Visit(f"/games/{slug}") for slug in GAMES), Visit("/games/poker")],
    "practice": [
        Visit("/practice/wish"),
        Visit("/practice/winabit?seed=axe&scoring=5b"),
        Visit("/practice/wish?seed=no+seed"),
    ],
    "beat": [Visit("/beat/wish/axe"), Visit("/beat/wish/axe", {"name": "x", "moves": "["})],
    "result": [
        Visit("/results/{log}"),
        Visit("/results/{log}?with={other}"),
        Visit("/results/{own}"),
        Visit("/results/{own}?with={waiting}"),
        Visit("/results/{waiting}"),
    ],
    "verify": [
        Visit("/verify"),
        Visit("/verify?log={log}"),
        Visit("/verify", {}),
        Visit("/verify", {"log": LOG % "", "commitment": "0" * 64}),
        Visit("/verify", {"log": LOG % '"pair 1 1"'}),
        Visit("/verify", {"log": f"{LOG % ''}\n{{}}\n{LOG % '1'}"}),
        Visit("/verify", {"log": "{", "commitment": "0" * 64}),
    ],
}


def visited(browser: Client, scene: Scene) -> Iterator[tuple[Visit, HttpResponse]]:
    """Every visit, and what was answered."""
    for visits in VISITS.values():
        for visit in visits:
            path = visit.path.format(**scene)
            yield visit, browser.get(path) if visit.form is None else browser.post(path, visit.form)
