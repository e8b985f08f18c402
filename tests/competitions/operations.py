"""A request to each operation of the API, on the site that `tests.clients.site` prepares."""

import json
import re
from typing import NamedTuple
from urllib.parse import urlencode

from competitions.api.openapi import document, example_of
from tests.clients.site import chance

CLUB = "qqgte7cwhzvr34wr"
LAST = "8v7pfcu6ptv59xd6"
FRIDAY = "b7fspp2xwyyckvmx"
DRAFT = "bw64jdh6dnz2vjgh"
CIRCLE = "hwfyh2u8rfqbb6yz"
THURSDAYS = "bgyeggmh6qxkt54a"
ATTEMPT = "262jegmw3d6zjrbs"
LOG = "fvzx9byxq2xnvcsj"
ANN = "fsddmpyc5mb55r96"
RAY = "9w9v6x4r865fsuwu"
HOOK = "xqbq2suh299d3nng"

REQUESTS = {
    "add_badges": ("Olga", 201, (CLUB,), {"names": ["Eva", "Finn"]}),
    "add_organiser": ("Olga", 200, (FRIDAY,), {"name": "Sam"}),
    "cancel_competition": ("Olga", 200, (FRIDAY,), {"reason": "Nobody can come."}),
    "certify_competition": ("Olga", 200, (LAST,), {}),
    "challenge": ("Ann", 201, (), {"game": "wish", "seed": "pub"}),
    "change_circle": ("Olga", 200, (CIRCLE,), {"name": "Monday club"}),
    "change_competition": ("Olga", 200, (DRAFT,), {"about": "Three short games.", "attempts": 3}),
    "change_series": ("Olga", 200, (THURSDAYS,), {"at": "20:00", "best": 5, "until": "2027-06-24"}),
    "change_me": ("Ann", 200, (), {"name": "Annabel", "profile": "private", "language": "de"}),
    "close_circle": ("Olga", 204, (CIRCLE,)),
    "close_competition": ("Olga", 200, (FRIDAY,), {"reason": "The club closes early."}),
    "compare_players": ("Ann", 200, (ANN, RAY), {"limit": "1"}),
    "copy_competition": ("Olga", 201, (LAST,)),
    "create_circle": ("Sam", 201, (), {"name": "Tuesday club"}),
    "create_competition.in_a_band": (
        "Olga",
        201,
        (),
        {
            "name": "Hard nuts",
            "play": "sealed",
            "draft": True,
            "rounds": [
                {"game": "well", "band": {"kind": "hard"}},
                {"game": "three-by-three", "band": {"kind": "par", "low": 0, "high": 4}},
            ],
        },
    ),
    "create_ticket": ("Ann", 201, ()),
    "create_token": ("Ann", 201, (), {"name": "A bot on my shelf", "scopes": ["play"]}),
    "declare_done": ("Ray", 200, (FRIDAY, "1")),
    "delete_me": ("Ann", 204, ()),
    "delete_webhook": ("Olga", 204, (LAST, HOOK)),
    "disqualify_entry": ("Olga", 200, (CLUB, "6wuxneyzy8595mak"), {"reason": "Played with help."}),
    "end_series": ("Olga", 200, (THURSDAYS,)),
    "export_me": ("Ray", 200, ()),
    "finish_attempt": ("Ann", 200, (ATTEMPT,)),
    "get_analysis": (None, 200, (LOG,)),
    "get_asyncapi": (None, 200, ()),
    "get_attempt": ("Ann", 200, (ATTEMPT,), {"words": "true"}),
    "get_badge": ("Olga", 200, (CLUB, "rxgnnnyayxcsurmg")),
    "get_board": ("Ann", 200, (CIRCLE,), {"week": "2026-W47", "game": "wish"}),
    "get_checkpoint": (None, 200, ()),
    "get_circle": ("Ann", 200, (CIRCLE,)),
    "get_competition_calendar": (None, 200, (FRIDAY,)),
    "get_consistency": (None, 200, (), {"old": 1, "new": 3}),
    "get_ending": ("Ray", 200, ("2dx2j7948umfxrgm",)),
    "get_game": (None, 200, ("wish",)),
    "get_inclusion": (None, 200, (), {"leaf": 1, "size": 3}),
    "get_daily": (None, 200, (), {"date": "2026-11-21"}),
    "get_keys": (None, 200, ()),
    "get_leaderboard": (None, 200, ("wish",)),
    "get_lessons": (None, 200, ("wish",)),
    "get_logs": ("Sam", 200, (LAST,)),
    "get_luck": (None, 200, (LAST, "1")),
    "get_me": ("Ann", 200, ()),
    "get_own_calendar": (None, 200, (), {"key": "e4e46fee020de05d54437adb57d2b81a73fc42e6bbe0e7f1"}),
    "get_played_deal": ("Olga", 200, (), {"game": "three-by-three"}),
    "get_player": ("Ann", 200, (ANN,)),
    "get_receipt": ("Sam", 200, (LOG,)),
    "get_replay": ("Sam", 200, (LOG,)),
    "get_schema": (None, 200, ()),
    "get_series": (None, 200, (THURSDAYS,)),
    "get_series_calendar": (None, 200, (THURSDAYS,)),
    "get_series_standings": (None, 200, (THURSDAYS,)),
    "get_settings": ("Olga", 200, (DRAFT,)),
    "get_standings_csv": ("Ann", 200, (FRIDAY,)),
    "get_standings_then": ("Sam", 200, ("su9xfqznhmbvba9p",)),
    "get_tree": (None, 200, (LAST, "1"), {"least": "1"}),
    "grant": (
        "Olga",
        201,
        (FRIDAY, "4pvg5grrh9euu9s9"),
        {"round": 1, "reason": "The phone died.", "set_aside": True},
    ),
    "write_message": ("Olga", 201, (FRIDAY, "4pvg5grrh9euu9s9"), {"text": "Your phone waits at the bar."}),
    "join_circle": ("Sam", 201, (CIRCLE,), {"invite": "nvxagsd3yp9pf4kq"}),
    "list_acts": ("Ann", 200, (CLUB,)),
    "list_badges": ("Olga", 200, (CLUB,)),
    "list_circles": ("Ann", 200, ()),
    "list_competitions": ("Ann", 200, (), {"mine": "true", "game": "wish"}),
    "list_deliveries": ("Olga", 200, (LAST, HOOK)),
    "list_dumps": (None, 200, ()),
    "list_games": (None, 200, ()),
    "list_leaves": (None, 200, ()),
    "list_notices": ("Ray", 200, ()),
    "list_organisers": ("Ray", 200, (DRAFT,)),
    "list_rating_changes": ("Ann", 200, (ANN, "wish")),
    "list_results": ("Ann", 200, (ANN,), {"limit": "2"}),
    "list_series": ("Olga", 200, ()),
    "list_tokens": ("Ann", 200, ()),
    "list_webhooks": ("Olga", 200, (LAST,)),
    "make_own_calendar": ("Ann", 201, ()),
    "make_series": (
        "Olga",
        201,
        (),
        {
            "template": FRIDAY,
            "name": "First Friday",
            "every": "month",
            "weekday": 5,
            "at": "19:30",
            "zone": "Europe/London",
            "best": 8,
        },
    ),
    "make_duel": ("Ann", 201, (), {"game": "wish", "rounds": 3, "against": RAY}),
    "ping_webhook": ("Olga", 202, (LAST, HOOK)),
    "publish_competition": ("Olga", 200, (DRAFT,), {}),
    "read_notices": ("Ray", 200, (), {"before": "2026-11-21T12:02:00Z"}),
    "reinstate_entry": ("Olga", 200, (CLUB, "2v3eccr4b6yq7nak"), {"reason": "It was a mistake."}),
    "rematch": ("Ray", 201, ("8jmkgahjv5tx9n3t",)),
    "remove_badge": ("Olga", 204, (CLUB, "jaevjbjpu2rmbvgn")),
    "remove_member": ("Ray", 204, (CIRCLE, RAY)),
    "remove_own_calendar": ("Ann", 204, ()),
    "remove_organiser": ("Olga", 200, (DRAFT, RAY)),
    "rename_entry": (
        "Olga",
        200,
        (CLUB, "6wuxneyzy8595mak"),
        {"name": "Table 7", "reason": "Players are numbered here."},
    ),
    "renew_badge": ("Olga", 200, (CLUB, "ggppwn63nx42avjw")),
    "renew_circle_invite": ("Olga", 200, (CIRCLE,)),
    "renew_invite": ("Olga", 200, (CLUB,), {}),
    "resend_delivery": ("Olga", 200, (LAST, HOOK, "bdrcw6mtzm4p555t")),
    "revoke_token": ("Ann", 204, ("gj4z4pp59yjy2kzb",)),
    "skip_date": ("Olga", 200, (THURSDAYS,), {"date": "2026-12-24"}),
    "stream_competition": (None, 200, (FRIDAY,)),
    "take_back": ("Ann", 200, (ATTEMPT,), {"ply": 1}),
}
"""By the operation, a second request to it behind a full stop: one of the cast, the status of the answer, the
values in the path, and the query of a GET or else the body. Worked examples have their own."""


class Request(NamedTuple):
    """A request, or a worked example with its `answer`."""

    name: str
    method: str
    path: str
    """With names in braces."""
    caller: str | None
    status: int
    values: dict[str, object]
    """By their names in the path."""
    query: dict[str, object]
    body: dict[str, object] | None

    @property
    def operation(self):
        return document()["paths"][self.path][self.method]

    def send(self, cast, *, query=None, body=None, method=None):
        """The answer to it, or to the same with another query or body."""
        query = urlencode(query or self.query, doseq=True)
        address = self.path.format(**self.values) + (f"?{query}" if query else "")
        body = body or self.body
        raw = b"" if body is None else json.dumps(body).encode()
        kind = {"Content_Type": "application/json"} if raw else {}
        with chance(self.name):
            return cast[self.caller].request((method or self.method).upper(), address, raw, **kind)


def requests():
    """All of them."""
    return [
        made for path, item in document()["paths"].items() for method in item for made in _of(method, path)
    ]


def _of(method, path):
    operation = document()["paths"][path][method]["operationId"]
    if example := example_of(operation):
        values, query, body = (example.get(part) for part in ("path", "query", "body"))
        yield Request(
            operation, method, path, example.get("as"), example["status"], values or {}, query or {}, body
        )
    for name, (caller, status, values, *what) in REQUESTS.items():
        if name.partition(".")[0] == operation:
            named = dict(zip(re.findall(r"{(\w+)}", path), values, strict=True))
            query, body = ((what or [{}])[0], None) if method == "get" else ({}, what[0] if what else None)
            yield Request(name, method, path, caller, status, named, query, body)
