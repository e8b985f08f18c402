"""The attempt's socket on real servers: the same meaning as over REST, and who may open it."""

import json
import time
from contextlib import ExitStack, suppress
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError
from websockets.exceptions import ConnectionClosed

from competitions.models import Player
from competitions.people.tickets import issue_ticket
from competitions.play.devices import Age, Devices, ShownAttempt
from competitions.play.positions import Memory, Reached
from competitions.realtime import attempt_socket
from competitions.realtime.admission import Caller, CloseSocket
from competitions.refusals import Refusal
from games import GAMES
from games.replay import play
from games.teaching import describe
from tests.clients.contests import sealed
from tests.clients.pages import session_of_who_joins
from tests.clients.rest import Client
from tests.clients.sockets import Table

from .seats import sit_down
from .sites import guest
from .tokens import ticket

WELCOME = ShownAttempt("welcome", Age(ended=False))


@pytest.fixture
def player(site):
    return guest(site)


@pytest.fixture
def seat(player):
    return sit_down(player, player.create(**sealed("winabit")))


@pytest.fixture
def table(site, player, seat):
    """A socket of the player's on the seat's attempt, of which the first message is heard."""
    with site.table(player, seat.attempt) as table:
        table.hello = table.hear()
        yield table


def test_what_is_refused_is_refused_as_over_rest(seat, table):
    for ply in range(2):
        view = table.play(ply, "turn")["view"]
    for ply, move, code in (
        (2, "redeal", "illegal_move"),
        *((2, text, "bad_move") for text in ("turn it", "", "\x00\ud800")),
        *((ply, "turn", "stale_ply") for ply in (3, 3.0, 10**30)),
        (1, "redeal", "stale_ply"),
    ):
        told, said = table.play(ply, move), seat.play(ply, move).body
        facts = {} if code == "stale_ply" else {"ply": ply, "why": said["why"]}
        assert said["detail"].endswith(facts.get("why", ""))
        assert told == {"type": "error", "code": code, "detail": said["detail"], **facts, "view": view}
        assert said.items() >= {name: told[name] for name in told if name != "type"}.items()
    assert table.play(2, "turn")["view"]["ply"] == 3


def test_a_repeat_is_answered_with_the_current_view_and_after_the_end_too(seat, player, site, table):
    first = table.play(0, "turn")
    assert table.play(0, "turn") == first
    second = table.play(1, "turn")
    assert table.play(0, "turn") == second
    with site.table(player, seat.attempt) as again:
        assert again.hear() == again.play(1, "turn") == second
        assert again.play(1, "redeal")["code"] == "stale_ply"
    seat.finish()
    assert table.play(0, "turn")["state"] == "finished"
    assert table.play(2, "turn")["code"] == "attempt_finished"
    with site.table(player, seat.attempt) as again:
        assert again.hear()["state"] == "finished"


def test_what_is_no_move_is_said_so_and_the_game_goes_on(table):
    broken = ("", "{", "[" * 1000, '{"ply": ' + "9" * 1000, '{"ply": NaN, "move": "turn"}')
    plies = ('"0"', "true", "0.5", "1e999", "-1")
    other = ("[]", "1", "{}", '{"ply": 0}', '{"ply": 0, "move": null}', '{"ply": 0, "move": ["turn"]}')
    no_moves = [(each, "bad_json") for each in broken] + [(each, "invalid") for each in other]
    no_moves += [(f'{{"ply": {ply}, "move": "turn"}}', "invalid") for ply in plies]
    for ply, (message, code) in enumerate(no_moves):
        told = table.ask(message)
        assert (told["type"], told["code"]) == ("error", code), message
        assert table.ask({"ply": ply, "move": "turn", "and": "more"})["view"]["ply"] == ply + 1


def test_what_no_client_of_ours_sends_closes_the_socket(seat, player, site):
    """What is far too long is cut by the server, before the application hears of it."""
    for message, code in ((b"\x00", 4415), ("x" * 1025, 4413), ("x" * 500_000, 0)):
        with site.table(player, seat.attempt) as table:
            table.say(message)
            assert table.closed_with() == code
    assert seat.look()["state"] == "running"


def test_moves_sent_without_waiting_are_all_answered_in_order_and_kept_if_nobody_listens(
    seat, player, site, table
):
    for ply in range(21):
        table.say({"ply": ply, "move": "turn"})
    assert [table.hear()["view"]["ply"] for _ in range(21)] == list(range(1, 22))
    with site.table(player, seat.attempt) as leaving:
        leaving.hear()
        leaving.play(21, "redeal")
        leaving.say({"ply": 22, "move": "turn"})
    with site.table(player, seat.attempt) as again:
        assert again.hear()["view"]["ply"] in (22, 23)
        assert again.play(22, "turn")["view"]["ply"] == 23


# Who may open it


def test_nothing_is_shown_without_a_good_ticket_of_the_player(seat, player, site, table):
    """A ticket opens one socket; neither a token's secret nor two tickets open any."""
    used = f"?ticket={ticket(player)}"
    with site.table(player, seat.attempt, used) as opened:
        assert opened.hear()["type"] == "view"
    two, long_lived = f"?ticket={ticket(player)}&ticket={ticket(player)}", f"?ticket={player.token}"
    for query in (used, two, long_lived, "", "?ticket=", "?ticket=x", "?ticket=%ff%00", "?ticket", "?&&;=%"):
        with site.table(player, seat.attempt, query) as refused:
            assert refused.closed_with() == 4401, query
    rival = guest(site)
    rival.join({"id": seat.attempt["competition"]})
    for client, attempt in ((player, "x"), (player, "2" * 16), (player, "2" * 64), (rival, seat.attempt)):
        with site.table(client, attempt) as refused:
            with suppress(ConnectionClosed):  # it may be closed before it is heard
                refused.say({"ply": 0, "move": "turn"})
            assert refused.closed_with() == 4404, attempt
    table.play(0, "turn")  # so that the process remembers the position
    with site.table(player, seat.attempt, "?ticket=x") as refused:
        with suppress(ConnectionClosed):
            for _ in range(50):
                refused.say({"ply": 1, "move": "turn"})
        assert refused.closed_with() in (4401, 0)
    assert seat.view["ply"] == 1


def test_the_session_of_our_own_pages_opens_a_socket_and_no_other_sites(site):
    owner = guest(site)
    event = owner.create(**sealed("winabit"))
    session, csrf = session_of_who_joins(site.url, event["id"], name=f"Anna {event['id'][:8]}")
    path = f"/api/v1/competitions/{event['id']}/rounds/1/attempts"
    named = {"Content-Type": "application/json", "X-CSRFToken": csrf}
    status, _, raw = site.anyone.send(
        "POST", path, b"{}", {**named, "Cookie": f"{session}; csrftoken={csrf}"}
    )
    assert status == 201, raw
    attempt = json.loads(raw)
    with site.table(owner, attempt, "", Cookie=session, Origin=site.url) as table:
        assert table.hear()["view"] == attempt["view"]
        assert table.play(0, "turn")["view"]["ply"] == 1
    for headers in (
        {"Cookie": session, "Origin": "https://elsewhere.example"},
        {"Cookie": session, "Origin": "null"},
        {"Cookie": session},
        {"Cookie": "sessionid=nonsense", "Origin": site.url},
    ):
        with site.table(owner, attempt, "", **headers) as table:
            assert table.closed_with() == 4401


def test_the_sockets_of_a_token_are_closed_once_it_is_revoked_and_store_nothing_more(site, player):
    """One that plays on is told so by its next move, one that only listens or watches a moment later."""
    event = player.create_for(player, **sealed("winabit", access="invite"))
    seat = sit_down(player, event)
    made = player.post("/tokens", {"name": "A bot", "scopes": ["play", "read"]}).body
    bot = Client(player.send, made["token"], player.player)
    watching = Table(f"{site.ws_url}/ws/v1/competitions/{event['id']}?ticket={ticket(bot)}")
    with site.table(bot, seat.attempt) as table, site.table(bot, seat.attempt) as idle, watching as watcher:
        assert [table.hear()["type"], idle.hear()["type"]] == ["view", "view"]
        assert table.play(0, "turn")["view"]["ply"] == 1
        assert player.request("DELETE", f"/tokens/{made['id']}").status == 204
        with suppress(ConnectionClosed):  # unless it is closed already
            table.say({"ply": 1, "move": "turn"})
        assert [each.closed_with() for each in (table, idle, watcher)] == [4401] * 3
    assert seat.view["ply"] == 1
    with site.table(player, seat.attempt) as table:
        assert table.hear()["view"]["ply"] == 1


@pytest.mark.django_db
def test_the_ticket_of_another_player_or_of_a_token_that_may_not_play_opens_no_attempt(
    owner, rival, stranger, clock, monkeypatch
):
    seat = sit_down(rival, owner.create(**sealed("winabit")))
    own = [(rival, scopes, 4403) for scopes in (["read"], ["organise"], ["organise", "read"])]
    for client, scopes, code in (*own, (owner, ["play"], 4404), (stranger, ["play"], 4404)):
        player = Player.objects.get(pk=client.player["id"]).allowed(scopes)
        secret, _ = issue_ticket(player=player, token=None, now=clock.now)
        scope = {"query_string": f"ticket={secret}".encode(), "user": AnonymousUser(), "headers": []}
        with pytest.raises(CloseSocket) as refused:
            attempt_socket.admit_player(scope, seat.attempt["id"])
        assert refused.value.code == code

    def away(*_, **__):
        raise OperationalError("the database is away")

    monkeypatch.setattr("competitions.realtime.attempt_socket.caller", away)
    with pytest.raises(CloseSocket) as refused:
        attempt_socket.admit_player({}, "x")
    assert refused.value.code == 4503


@pytest.mark.django_db
def test_one_attempt_that_cannot_be_looked_at_hides_no_other(owner, rival, stranger, clock, monkeypatch):
    """One whose time is over is shown as ended."""
    event = owner.create(**sealed("winabit", time_limit_s=60))
    over, broken = (sit_down(client, event).attempt["id"] for client in (owner, stranger))
    clock.forward(seconds=60)
    sound = sit_down(rival, event).attempt["id"]
    look = attempt_socket.dealer.snapshot_of
    monkeypatch.setattr(
        attempt_socket.dealer, "snapshot_of", lambda attempt: 1 / 0 if attempt.pk == broken else look(attempt)
    )
    seen = attempt_socket.shown_attempts([over, broken, sound])
    assert isinstance(seen.pop(broken), ZeroDivisionError)
    states = {pk: json.loads(shown.text)["state"] for pk, shown in seen.items()}
    assert states == {over: "finished", sound: "running"}


@pytest.mark.extra
def test_a_player_has_so_many_sockets_and_no_more(seat, player, site):
    with ExitStack() as open_ones:
        tables = [open_ones.enter_context(site.table(player, seat.attempt)) for _ in range(16)]
        for table in tables:
            table.hear()
        with site.table(player, seat.attempt) as one_too_many:
            assert one_too_many.closed_with() == 4429
        assert tables[0].play(0, "turn")["type"] == "view"
    with site.table(player, seat.attempt) as later:
        assert later.hear()["view"]["ply"] == 1


def test_a_flood_is_cut_off_and_the_player_may_come_back(seat, player, site, table):
    with suppress(ConnectionClosed):
        for _ in range(10_000):
            table.say("x")
    # Cut off in the middle of what it said, a client may not get to hear why.
    assert table.closed_with() in (4429, 0)
    while True:  # until the allowance has grown again
        with suppress(ConnectionClosed), site.table(player, seat.attempt) as again:
            assert again.hear()["type"] == "view"
            break
        time.sleep(0.1)


@pytest.fixture
def heard(monkeypatch, moment):
    """The answers to a player who sends so many messages that are no JSON, all at the same moment."""
    somebody, may_play = SimpleNamespace(pk="somebody", language=""), Caller().may_play()
    monkeypatch.setattr(attempt_socket, "devices", Devices())
    monkeypatch.setattr("competitions.play.devices.ages_of", lambda attempt_ids: {})

    async def talk(messages, dealt_by=attempt_socket.dealer):
        admitted = (somebody, may_play, dealt_by, WELCOME)
        monkeypatch.setattr(attempt_socket, "admit_player", lambda *_: admitted)
        said = [{"type": "websocket.receive", "text": "x"}] * messages
        coming, sent = [{"type": "websocket.connect"}, *said, {"type": "websocket.disconnect"}], []

        async def receive():
            return coming.pop(0)

        async def send(message):
            sent.append(message)

        scope = {"url_route": {"kwargs": {"attempt_id": "x"}}, "headers": []}
        await attempt_socket.play_attempt(scope, receive, send)
        return sent

    return talk


@pytest.mark.parametrize(
    ("dealt_by", "messages", "answered", "warned"),
    [(attempt_socket.dealer, 700, 400, 200), (attempt_socket.ghost_dealer, 40, 20, 10)],
    ids=["attempt", "ghost"],
)
async def test_too_many_messages_are_told_when_to_come_back(heard, dealt_by, messages, answered, warned):
    said = await heard(messages, dealt_by)
    assert said[:2] == [{"type": "websocket.accept"}, {"type": "websocket.send", "text": WELCOME.text}]
    answers = [json.loads(message["text"]) for message in said[2:-1]]
    assert [answer["code"] for answer in answers] == ["bad_json"] * answered + ["rate_limited"] * warned
    assert {answer["retry_after"] for answer in answers[answered:]} == {1}
    assert said[-1] == {"type": "websocket.close", "code": 4429, "reason": "These are too many messages."}


async def test_a_socket_that_leaves_makes_room_for_another(heard):
    for _ in range(20):
        assert (await heard(0))[-1]["type"] == "websocket.send"


async def test_a_refusal_that_another_device_has_overtaken_does_not_pass_for_the_newest_news(monkeypatch):
    shown = play(GAMES["winabit"].open("pub"), "turn")

    def refuse(**_):
        raise Refusal("stale_ply", "Only 1 moves are made.", view=describe(shown))

    monkeypatch.setattr(attempt_socket.dealer, "play_moves", refuse)
    for remembered in (play(shown, "turn"), shown):
        monkeypatch.setattr(attempt_socket.positions, "memory", Memory(1))
        attempt_socket.positions.memory.keep("x", Reached(remembered, takebacks=0))
        message = ("x", attempt_socket.dealer, '{"ply": 9, "move": "turn"}')
        answer = await attempt_socket.answer_to(*message, debt=0, token_id=None, deadline=None)
        assert (answer.age < Age(False, 0, remembered.ply)) == (remembered is not shown)
    assert answer.age == Age(False, 0, shown.ply)
