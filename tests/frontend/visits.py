"""What there is to see of every page, by the name of its route: where to look, and what is sent there."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from django.http import HttpResponse
from django.test import Client

from frontend.circles.circle_acts import CIRCLE_ACTS
from frontend.guides.guide import GUIDES
from frontend.series.series_acts import SERIES_ACTS
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


def read(*paths: str) -> list[Visit]:
    return [Visit(path) for path in paths]


def page(path: str, *forms: Mapping[str, str]) -> list[Visit]:
    """Reading a page, and sending these forms to its address."""
    return [Visit(path), *(Visit(path, form) for form in forms)]


def of(contests: str, path: str = "") -> list[Visit]:
    """This page of each of these contests."""
    return [Visit(f"/c/{{{name}}}{path}") for name in contests.split()]


VISITS: Final[Mapping[str, list[Visit]]] = {
    "home": read("/"),
    "offline": read("/offline"),
    "contests": read(
        *(f"/contests{query}" for query in ("", "?state=over", "?q=%20x", "?q=" + 81 * "x", "?state=none")),
        "/contests?after=x",
        "/contests?state=running&game=wish&play=open&q=friday&after=0-0-{busy}",
    ),
    "dailies": read("/daily"),
    "day": read("/daily/2026-11-22", "/daily/2026-02-30"),
    "month": read("/daily/2026-11", "/daily/0000-01"),
    "my_contests": read("/contests/mine", "/contests/mine?after=0-0-{busy}"),
    "new": [
        *page("/new", {"preset": "club"}, {}, ADD, {"name": "x", "play": "sealed", "time_limit_s": "0"}),
        *read("/new?game=winabit"),
    ],
    "club_night": page("/new/club-night", {}, {"name": "x", "zone": "nowhere"}),
    "competition": [
        *of("busy sealed invited scheduled over final draft cancelled duel played_duel free_duel"),
        *read("/c/{busy}?page=2", "/c/{invited}?invite=wrong", "/c/2222222222222222"),
    ],
    "join": [
        *read("/c/{busy}/join"),
        Visit("/c/{invited}/join", {"name": "x"}),
        Visit("/c/{invited}/join", {"name": "x", "round": "1"}),
    ],
    "duel": page("/duels", {"game": "wish"}),
    "rematch": [
        *page("/c/{duel}/rematch", {}),
        Visit("/c/{played_duel}/rematch", {}),
        Visit("/c/{busy}/rematch", {}),
    ],
    "token": page("/c/{busy}/token", {}),
    "round": [
        *of("busy sealed ended scheduled over cancelled played_duel", "/rounds/1"),
        *of("busy", "/rounds/2"),
    ],
    "deal": [*of("sealed", "/rounds/1/deal"), Visit("/c/{scheduled}/rounds/1/deal", {})],
    "done": [*of("busy", "/rounds/2/done"), Visit("/c/{scheduled}/rounds/1/done", {})],
    "luck": of("over busy", "/rounds/1/luck"),
    "ghost": [*page("/c/{over}/rounds/1/ghost", {}), *of("busy", "/rounds/1/ghost")],
    "tree": of("over busy", "/rounds/1/tree"),
    "entry": read(
        *(f"/c/{{{name}}}/players/{{{name}_entry}}" for name in ("busy", "sealed", "ended", "over")),
        "/c/{over}/players/2222222222222222",
    ),
    "entry_game": of("over", "/players/{over_entry}/rounds/1") + of("over", "/players/{over_entry}/rounds/2"),
    "result_sheet": [*of("busy sealed invited over final", "/sheet"), *of("busy", "/sheet?page=2")],
    "room": of("busy invited scheduled over cancelled", "/room"),
    "guides": read("/guides"),
    "guide": read(*(f"/guides/{slug}" for slug in GUIDES), "/guides/none"),
    "embed": of("busy sealed invited scheduled over cancelled draft", "/embed"),
    "trail": of("busy over", "/trail"),
    "desk": [
        *of("busy sealed invited scheduled over final", "/desk"),
        *read("/c/{busy}/desk?show=playing&called=x&did=end", "/c/{busy}/desk?show=x"),
    ],
    "settings": [*of("busy final", "/desk/settings"), Visit("/c/{scheduled}/desk/settings", {"name": "x"})],
    "hooks": [
        *of("busy", "/desk/webhooks"),
        *of("busy", "/desk/webhooks?did=again"),
        *page(
            "/c/{over}/desk/webhooks",
            {"url": "https://hooks.example/", "events": "result"},
            {"url": "http://hooks.example/"},
        ),
    ],
    "remove_hook": of("busy", "/desk/webhooks/{hook}/remove"),
    "contest_act": [
        *(
            Visit(f"/c/{{busy}}/desk/{act}")
            for act in ("end", "close", "cancel", "copy", "share", "hand-over", "nothing")
        ),
        *read("/c/{invited}/desk/code", "/c/{over}/desk/certify"),
        Visit("/c/{busy}/desk/share", {"name": "nobody"}),
        Visit("/c/{busy}/desk/certify", {}),
    ],
    "player_act": [
        *of("busy", "/desk/players/{busy_entry}/rename"),
        *page("/c/{busy}/desk/players/{busy_entry}/disqualify", {}),
        Visit("/c/{busy}/desk/players/{busy_entry}/reinstate", {"reason": "A reason."}),
        *page("/c/{busy}/desk/players/{busy_entry}/set-aside", {"round": "9", "reason": "A reason."}),
        Visit("/c/{busy}/desk/players/{busy_entry}/more-time", {"extra_s": "x"}),
    ],
    "circles": page("/circles", {"circle": "x"}, {"name": "x"}),
    "circle": read(
        *(
            f"/circles/{{circle}}{query}"
            for query in ("", "?week=2026-W01&game=wish", "?week=x", "?did=rename")
        ),
        "/circles/{circle}?invite={invite}",
    ),
    "join_circle": page("/circles/{circle}/join", {"invite": "x"}),
    "circle_act": read(*(f"/circles/{{circle}}/{act}" for act in CIRCLE_ACTS)),
    "new_series": [
        *page(
            "/c/{busy}/desk/series",
            *({}, {"every": "x", "at": "25:00", "until": "x", "zone": "x" * 99, "best": "999"}),
            {"name": "Xx", "every": "week", "weekday": "4", "at": "19:00", "zone": "Nowhere"},
        ),
        *of("duel final", "/desk/series"),
    ],
    "series": read("/series/{series}", "/series/{series}?page=2", "/series/2222222222222222"),
    "series_act": [
        *read(*(f"/series/{{series}}/{act}" for act in (*SERIES_ACTS, "none"))),
        Visit("/series/{series}/change", {"at": "x"}),
        *(Visit(f"/series/{{series}}/{act}", {"date": "2026-02-30"}) for act in ("skip", "unskip")),
    ],
    "my_calendar": page("/me/calendar", {}, {"close": "1"}),
    "me": page("/me", {"name": "x"}, {"name": "Another 1."}),
    "profile": page("/me/profile", {"profile": "x"}),
    "preferences": page("/me/preferences", {"speed": "x"}),
    "notices": page("/notices", {"before": "x"}),
    "reminders": page("/me/reminders", {"endpoint": "x"}, {"stop": "1"}),
    "dismiss_offer": page("/me/offer", {}),
    "mails_of_notices": page("/me/notices", {}, {"stop": "1"}),
    "stop_notices": [*read("/notices/stop/x"), *page("/notices/stop/{stop}", {})],
    "make_key": page("/me/keys", {"name": ""}, {"name": "My bot", "scopes": "play"}),
    "revoke_key": [Visit("/me/keys/2222222222222222/revoke", {})],
    "reply": read("/me/staff/2222222222222222"),
    "report": [
        *page("/report/entry/{over_entry}", {}, {"ground": "spam", "text": "x"}),
        *read("/report/about/{told}", "/report/result/{log}", "/report/entry/{over_entry}?did=report"),
        *read("/report/player/2222222222222222", "/report/nothing/2222222222222222"),
    ],
    "account_login": page("/sign-in", {}, {"login": "x@example.org", "password": "x"}),
    "account_logout": read("/sign-out"),
    "account_signup": read("/sign-up"),
    "account_reset_password": page("/forgotten", {"email": "x"}, {"email": "x@example.org"}),
    "account_confirm_password_reset_code": page("/forgotten/code", {"code": "x"}),
    "account_complete_password_reset": read("/forgotten/password"),
    "account_password_reset_completed": read("/forgotten/done"),
    "left_guest": read("/me/guest"),
    "close_me": read("/me/delete"),
    "account_email": page(
        "/me/address", {"action_add": "1", "email": "x"}, {"action_add": "1", "email": "x@example.org"}
    ),
    "account_email_verification_sent": page("/me/address/code", {"code": "x"}),
    "account_set_password": page("/me/password/first", {"password1": "x"}),
    "account_change_password": read("/me/password"),
    "account_reauthenticate": read("/me/again"),
    "mfa_login_webauthn": page(
        "/sign-in/passkey", *({"credential": sent} for sent in ("", "[]", "{}", '{"response": []}'))
    ),
    "mfa_authenticate": page("/sign-in/code", {"code": "x"}),
    "mfa_reauthenticate_webauthn": read("/me/again/passkey"),
    "mfa_index": read("/me/account"),
    "mfa_add_webauthn": page(
        "/me/passkeys", *({"credential": sent} for sent in ("", "[]", PASSKEY, PASSKEY[:-9]))
    ),
    "mfa_edit_webauthn": read("/me/passkeys/99999999999999999999/name"),
    "mfa_remove_webauthn": read("/me/passkeys/99999999999999999999/remove"),
    "mfa_activate_totp": read("/me/app"),
    "mfa_deactivate_totp": read("/me/app/remove"),
    "mfa_view_recovery_codes": page("/me/codes", {}),
    "mfa_generate_recovery_codes": page("/me/codes/new", {}),
    "badge": [
        *page("/badge", {"code": "x"}, {}),
        *read("/badge?code=x", "/badge?code={code}", "/badge?code={used}"),
    ],
    "badges": [
        *page("/c/{busy}/desk/badges", {"names": "Cleo\nDan"}),
        *of("busy", "/desk/badges?page=2"),
        Visit("/c/{over}/desk/badges", {"names": "x"}),
    ],
    "certificates": of("busy final", "/desk/certificates"),
    "badge_sheet": [*of("busy over", "/desk/badges/sheet"), *of("busy", "/desk/badges/sheet?badge={badge}")],
    "badge_act": [
        *of("busy", "/desk/badges/{badge}/remove-badge"),
        *page("/c/{busy}/desk/badges/{badge}/renew-badge", {}),
        *of("busy", "/desk/badges/{badge}/none"),
    ],
    "continue": page("/continue", {"code": "x"}),
    "end_device": [*read("/continue/devices/1/end"), Visit("/continue/devices/99999999999999999999/end", {})],
    "end_others": page("/continue/others/end", {}),
    "code": page("/continue/code", {}),
    "games": read("/games"),
    "play_now": [*page("/play", {}), *page("/play/wish", {}), *read("/play/poker")],
    "leaderboards": read("/leaderboards"),
    "leaderboard": read(
        "/leaderboards/wish",
        "/leaderboards/wish?after=1500-2222222222222222-50-50",
        "/leaderboards/wish?after=x",
    ),
    "player": read(
        *(f"/players/{{rated}}{query}" for query in ("", "?game=wish", "?game=none", "?after=0-0-{busy}")),
        "/players/{rated}?after=x",
        "/@Nobody",
    ),
    "player_ratings": read(
        "/players/{rated}/ratings/wish", "/players/{rated}/ratings/well", "/@Nobody/ratings/wish"
    ),
    "game": read(*(f"/games/{slug}" for slug in GAMES), "/games/poker"),
    "practice": read(
        "/practice/wish", "/practice/winabit?seed=axe&scoring=5b", "/practice/wish?seed=no+seed"
    ),
    "beat": page("/beat/wish/axe", {"name": "x", "moves": "["}),
    "result": read(
        "/results/{log}",
        "/results/{log}?with={other}",
        "/results/{own}",
        "/results/{own}?with={waiting}",
        "/results/{waiting}",
    ),
    "verify": [
        *page(
            "/verify",
            {},
            {"log": LOG % "", "commitment": "0" * 64},
            {"log": LOG % '"pair 1 1"'},
            {"log": f"{LOG % ''}\n{{}}\n{LOG % '1'}"},
            {"log": "{", "commitment": "0" * 64},
        ),
        *read("/verify?log={log}"),
    ],
}


def visited(browser: Client, scene: Scene) -> Iterator[tuple[Visit, HttpResponse]]:
    """Every visit, and what was answered."""
    for visits in VISITS.values():
        for visit in visits:
            path = visit.path.format(**scene)
            yield visit, browser.get(path) if visit.form is None else browser.post(path, visit.form)
