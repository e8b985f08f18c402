"""Who may read a competition's stream, and from which version on."""

import pytest
from django.contrib.sessions.backends.db import SessionStore
from rest_framework.test import APIRequestFactory

from competitions.api.openapi import document
from competitions.api.views.streams import StreamView
from competitions.models import Token
from tests.clients.contests import sealed
from tests.play.tokens import narrow, ticket

INVITE_ONLY = {"access": "invite"}


class Opening:
    """A stream that notes what it is to follow."""

    def __init__(self, seated=True):
        self.seated, self.followed, self.right = seated, None, None

    def follow(self, competition_id, version, right):
        self.followed, self.right = (competition_id, version), right


def open_stream(who, event, query="", seated=True, **headers):
    """The answer to a request for a stream, and the stream."""
    token = {"Authorization": f"Bearer {who.token}"} if who.token else {}
    request = APIRequestFactory().get(f"/{query}", headers={**token, **headers})
    request.session = SessionStore()
    request.scope = {"evendeal.stream": Opening(seated)}
    answer = StreamView.as_view()(request, competition_id=event["id"])
    return answer, request.scope["evendeal.stream"]


def ask(*asked, **options):
    """The answer to a request for a stream, and what is followed."""
    answer, stream = open_stream(*asked, **options)
    return answer, stream.followed


def outcome(who, event, query="", **options):
    """200, or the code of the refusal; after a refusal nothing is followed."""
    answer, followed = ask(who, event, query, **options)
    assert (answer.status_code == 200) == (followed is not None)
    return 200 if followed else answer.data["code"]


def version_of(who, event):
    return who.standings(event)["version"]


def test_a_stream_begins_with_when_to_come_again(anyone, owner):
    event = owner.create()
    answer, followed = ask(anyone, event)
    assert followed == (event["id"], -1)
    assert answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.headers["X-Accel-Buffering"] == "no"
    field, _, pause = answer.content.decode().removesuffix("\n\n").partition(": ")
    assert field == "retry"
    assert 1_000 <= int(pause) <= 6_000


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"access": "public"}, [200] * 4),
        ({"access": "unlisted"}, [200] * 4),
        ({"access": "invite"}, [200, 200, "not_entered", "not_entered"]),
        ({"draft": True}, [200, "not_found", "not_found", "not_found"]),
    ],
)
def test_who_may_read_a_stream(owner, rival, stranger, anyone, settings, expected):
    event = owner.create(**settings)
    if "draft" not in settings:
        rival.join(event, invite=event.get("invite"))
    assert [outcome(who, event) for who in (owner, rival, stranger, anyone)] == expected


@pytest.mark.parametrize("access", ["public", "invite"])
def test_who_comes_with_a_bad_ticket_or_token_is_told_so_and_is_no_stranger(anyone, owner, access):
    event = owner.create(access=access)
    tickets = [(owner, query, {}) for query in ("?ticket=nonsense", "?ticket=", "?ticket")]
    headers = ("Bearer nonsense", "Bearer", f"Basic {owner.token}")
    for who, query, named in (*tickets, *((anyone, "", {"Authorization": each}) for each in headers)):
        answer, followed = ask(who, event, query, **named)
        assert (answer.status_code, answer.data["code"], followed) == (401, "unauthenticated", None)
        assert ("ticket" if query else "token") in answer.data["detail"]


def test_a_ticket_is_good_for_one_stream_whatever_comes_with_it(anyone, owner, stranger):
    event = owner.create(**INVITE_ONLY)
    secret = ticket(owner)
    for who, query, expected in (
        (anyone, secret, 200),
        (anyone, secret, "unauthenticated"),
        (owner, secret, "unauthenticated"),
        (owner, f"{ticket(owner)}&ticket=x", "unauthenticated"),
        (owner, ticket(stranger), "not_entered"),
    ):
        assert outcome(who, event, f"?ticket={query}") == expected


def test_a_ticket_that_may_not_read_opens_what_is_open_to_strangers(anyone, owner):
    hidden, public = owner.create(**INVITE_ONLY), owner.create()
    narrow(owner, "play")
    assert outcome(anyone, hidden, f"?ticket={ticket(owner)}") == "not_entered"
    assert outcome(anyone, public, f"?ticket={ticket(owner)}") == 200


def test_a_stream_knows_by_what_right_it_is_read(anyone, owner):
    event = owner.create(**INVITE_ONLY)
    (token,) = Token.objects.all()
    by_token, by_ticket = open_stream(owner, event), open_stream(anyone, event, f"?ticket={ticket(owner)}")
    assert by_token[1].right == by_ticket[1].right
    assert by_token[1].right.token_id == token.pk
    assert by_token[1].right.viewing.player_id == owner.player["id"]
    public = owner.create()
    assert open_stream(anyone, public)[1].right == (None, None, (public["id"], None, ()), None)


def test_who_has_too_many_streams_is_told_when_to_come_again(anyone, owner):
    event = owner.create()
    answer, followed = ask(anyone, event, seated=False)
    assert (answer.status_code, answer.data["code"], followed) == (429, "rate_limited", None)
    assert int(answer.headers["Retry-After"]) >= 1


GOING_ON = [
    ("", None, -1),
    ("?since=0", None, 0),
    ("?since=1", None, 1),
    ("?since=999999", None, 999_999),  # as over a socket: the feed takes it for nothing
    ("", "1", 1),
    ("?since=0", "1", 1),  # a browser that comes again repeats the address, and knows more by now
    ("?since=0", "999999", 0),
    ("", "999999", -1),  # of a database before it was restored, or of another competition
    ("", "", -1),
    ("", "yesterday", -1),
    ("", "-1", -1),
    ("", "\u0663", -1),
    ("?since=1", "9" * 19, 1),
]


def test_a_reader_goes_on_where_it_was(anyone, owner):
    event = owner.create_for(owner)
    assert 1 <= version_of(owner, event) < 999_999
    for query, last, position in GOING_ON:
        headers = {} if last is None else {"Last-Event-ID": last}
        assert ask(anyone, event, query, **headers)[1] == (event["id"], position), (query, last)


def test_the_newest_version_may_be_known_and_the_one_after_it_may_not(anyone, owner, clock):
    event = owner.create(**sealed(), closes_at=clock.after(hours=2), freeze_at=clock.after(hours=1))
    for _ in range(3):
        newest = version_of(owner, event)
        for known, position in ((newest, newest), (newest + 1, -1)):
            headers = {"Last-Event-ID": str(known)}
            assert ask(anyone, event, **headers)[1] == (event["id"], position)
        clock.forward(hours=1)


def test_a_head_has_what_a_get_has_and_other_methods_are_refused(owner):
    event = owner.create()
    path = f"/api/v1/competitions/{event['id']}/stream"
    status, headers, body = owner.send("HEAD", path, b"", {})
    assert (status, headers["content-type"], body) == (200, "text/event-stream; charset=utf-8", b"")
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        assert owner.request(method, path.removeprefix("/api/v1")).outcome == (405, "method_not_allowed")


def test_the_schema_tells_how_a_reader_goes_on():
    operation = document()["paths"]["/competitions/{competition_id}/stream"]["get"]
    asked = {(each["in"], each["name"]) for each in operation["parameters"]}
    assert asked >= {("query", "since"), ("query", "ticket"), ("header", "Last-Event-ID")}
    assert [*operation["responses"]["200"]["content"]] == ["text/event-stream"]
