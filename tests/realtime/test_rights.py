"""A watcher who may watch no longer is closed out, whatever has taken the right away, and wherever."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from competitions.accounts.become_account import change_password
from competitions.models import Access, Competition, CoOrganiser, Entry, Player, Token
from competitions.moderation.close_player import close_player
from competitions.moderation.measures import ban, suspend
from competitions.people.sessions import SessionStore, SignedIn
from competitions.people.tickets import issue_ticket, redeem_ticket
from competitions.realtime.admission import Caller, CloseSocket, Right, require_watchable
from competitions.realtime.connections import rights_lost
from tests.clients.rest import Client, over_http
from tests.moderation.staffing import make_account_staff

from .logs import improving_logs

NOW = timezone.now()
STRANGER = Caller()


def session_of(key: str | None) -> SessionStore:
    session = SessionStore(key)
    session.create()
    return session


@pytest.fixture
def cast(db: None) -> dict[str, Player]:
    names = ("owner", "partner", "entrant", "rival")
    return {name: Player.objects.create(name=name, look=name, shape=name, created_at=NOW) for name in names}


@pytest.fixture
def make(cast: dict[str, Player]) -> Any:
    """Makes an event of the owner's and the partner's, which the entrant has joined unless it is a draft."""

    def make(access: str = Access.INVITE, *, draft: bool = False) -> Competition:
        event = Competition.objects.create(
            organiser=cast["owner"],
            name="Friday evening",
            access=access,
            play="open",
            counts="best",
            invite="code" if access == Access.INVITE else "",
            created_at=NOW,
            published_at=None if draft else NOW,
            shared=True,
        )
        CoOrganiser.objects.create(competition=event, player=cast["partner"], since=NOW)
        if not draft:
            Entry.objects.create(competition=event, player=cast["entrant"], joined_at=NOW)
        return event

    return make


def codes(*rights: Right) -> list[int | None]:
    """The code with which each would be closed; None for those that stay open."""
    why = rights_lost(rights)
    return [why[right].code if right in why else None for right in rights]


def test_a_right_is_lost_just_where_a_newcomer_is_not_let_in(cast, make):
    reader = Token.issue(player=cast["entrant"], name="", scopes=("read",), now=NOW)[0]
    player = Token.issue(player=cast["entrant"], name="", scopes=("play",), now=NOW)[0]
    callers = [STRANGER, *(Caller(each) for each in cast.values())]
    callers += [
        Caller(Player.objects.get(pk=token.player_id).allowed(token.scopes), token_id=token.pk)
        for token in (reader, player)
    ]
    events = {
        (access, draft): make(access, draft=draft) for access in Access.values for draft in (False, True)
    }
    places = [(each, event.pk) for event in events.values() for each in callers]
    places += [(each, "2" * 16) for each in callers]
    rights = [each.may_watch(pk) for each, pk in places]
    at_the_door = []
    for each, pk in places:
        try:
            require_watchable(pk, each.player)
            at_the_door.append(None)
        except CloseSocket as close:
            at_the_door.append(close.code)
    assert codes(*rights) == at_the_door
    code = dict(zip(places, at_the_door, strict=True))
    invited, draft = events[Access.INVITE, False].pk, events[Access.PUBLIC, True].pk
    players = [*(Caller(each) for each in cast.values()), STRANGER]
    assert [code[each, invited] for each in players] == [None, None, None, 4403, 4403]
    assert [code[each, draft] for each in players] == [None, None, 4404, 4404, 4404]


def test_it_takes_a_few_queries_however_many_watch(cast, make, django_assert_num_queries):
    open_to_all = [make(Access.PUBLIC) for _ in range(3)]
    sessions = [session_of(name).session_key for name in cast]
    rights = [
        Caller(player, session=SignedIn.of(session, player)).may_watch(event.pk)
        for event in open_to_all
        for player, session in zip(cast.values(), sessions, strict=True)
    ]
    with django_assert_num_queries(1):
        assert not any(codes(*rights, *(STRANGER.may_watch(event.pk) for event in open_to_all)))
    for event in (make(), make()):
        rights += [Caller(player).may_watch(event.pk) for player in cast.values()]
        rights += [
            Caller(player, session=SignedIn.of(key, player)).may_watch(event.pk)
            for player, key in zip(cast.values(), sessions, strict=True)
        ]
    with django_assert_num_queries(6):
        codes(*rights)


def test_a_token_that_is_revoked_watches_nothing_more(cast, make):
    token = Token.issue(player=cast["entrant"], name="", scopes=("read",), now=NOW)[0]
    caller = Caller(cast["entrant"], token_id=token.pk)
    rights = caller.may_watch(make(Access.PUBLIC).pk), caller.may_play(), caller.may_read_notices()
    assert codes(*rights) == [None] * 3
    Token.objects.update(revoked_at=NOW)
    assert codes(*rights) == [4401] * 3


@pytest.mark.extra
@pytest.mark.parametrize("end", ["signed out", "expired", "another password", "deleted"])
def test_a_session_that_has_ended_leaves_what_strangers_may_do(cast, make, end):
    """A ticket is as good as the session that requested it."""
    session, player = session_of(None), cast["entrant"]
    used, kept = (issue_ticket(player=player, session=session.session_key, now=NOW)[0] for _ in range(2))
    signed_in = Caller(player, session=SignedIn.of(session.session_key, player))
    callers = signed_in, Caller.with_ticket(redeem_ticket(secret=used, now=NOW))
    private, public = make().pk, make(Access.PUBLIC).pk
    rights = [
        right
        for each in callers
        for right in (
            each.may_play(),
            each.may_read_notices(),
            each.may_watch(private),
            each.may_watch(public),
        )
    ]
    assert codes(*rights) == [None] * 8
    _end(session, end, player)
    assert codes(*rights) == [4401, 4401, 4403, None] * 2
    assert redeem_ticket(secret=kept, now=NOW) is None


@pytest.mark.parametrize("account", [False, True])
def test_a_banned_player_watches_as_a_stranger_and_plays_no_more(cast, make, account):
    staff, player = make_account_staff(cast["owner"]), cast["entrant"]
    player.account = account
    player.save()
    token = Token.issue(player=player, name="", scopes=("play", "read"), now=NOW)[0]
    signed_in = Caller(player, session=SignedIn.of(session_of("a").session_key or "", player))
    with_token = Caller(player, token_id=token.pk)
    rights = [
        *(signed_in.may_play(), signed_in.may_watch(make().pk), signed_in.may_watch(make(Access.PUBLIC).pk)),
        *(with_token.may_watch(make().pk), signed_in.may_read_notices(), with_token.may_read_notices()),
    ]
    assert codes(*rights) == [None] * 6
    suspend(player=player, staff=staff, until=NOW + timedelta(days=9), reason="No.", now=NOW)
    assert codes(*rights) == [4403, *[None] * 5], "a suspended player may watch, and read notices"
    ban(player=player, staff=staff, reason="No.", now=NOW)
    assert codes(*rights)[1:] == [4403, None, 4401, 4401, 4401]
    assert codes(rights[0])[0] in (4401, 4403)


def _end(session: SessionStore, how: str, player: Player) -> None:
    if how == "expired":
        rows = SessionStore.get_model_class().objects
        rows.update(expire_date=NOW - timedelta(minutes=1))
    elif how == "signed out":
        session.flush()
    elif how == "deleted":
        close_player(player=player, now=NOW)
    else:
        for password in ("the first", "another"):
            change_password(player=player, password=password)


@pytest.mark.extra
async def test_who_may_watch_no_longer_is_closed_out_by_whatever_process(connected):
    """It is done in one process, and watched in the other."""
    site, other = connected
    owner, partner, entrant, stranger = [await site.guest() for _ in range(4)]
    event = await site.contest(owner)
    path = f"/competitions/{event['id']}"

    def bearer(token: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {token}"}

    async def request(method: str, path: str, body: bytes = b"") -> None:
        client = Client(over_http(site.url), owner)
        answer = client.request(method, path, body, Content_Type="application/json")
        assert answer.status < 300, answer.raw

    me = await site.rest("GET", "/me", token=partner)
    await site.rest("POST", f"{path}/organisers", {"name": me["name"]}, owner)
    await site.enter(event, entrant)
    async with (
        other.watch(event) as nobody,
        other.watch(event, **bearer(stranger)) as socket,
        other.read(event, **bearer(stranger)) as stream,
        other.watch(event, **bearer(entrant)) as entered,
        other.watch(event, **bearer(partner)) as shared,
        other.read(event, **bearer(partner)) as shared_stream,
    ):
        for each in (nobody, socket, stream, entered, shared, shared_stream):
            await each.until(lambda it: it.standings)
        await request("PATCH", path, b'{"access": "invite"}')
        for each in (nobody, socket, stream):
            await each.until(lambda it: it.closed_with is not None)
        assert [each.closed_with for each in (nobody, socket, stream)] == [4403, 4403, 0]
        await request("DELETE", f"{path}/organisers/{me['id']}")
        for each in (shared, shared_stream):
            await each.until(lambda it: it.closed_with is not None)
        assert [each.closed_with for each in (shared, shared_stream)] == [4403, 0]
        async with other.read(event, **bearer(partner)) as again:
            assert again.status == 403
        await site.submit(event, entrant, improving_logs()[0])
        await entered.until(lambda it: it.standings[-1]["results"][0]["rank"] == 1)
