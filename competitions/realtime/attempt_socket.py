"""Playing over a socket. Each move that arrives is stored, and then the new view is sent."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Collection
from functools import partial
from typing import Final

import msgspec
from django.db import InterfaceError, OperationalError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, override

from games.replay import Refused, play
from games.teaching import describe

from ..models import Attempt, Player
from ..people.bans import barring
from ..people.tokens import BAD_TOKEN, live_tokens_among
from ..play import dealer, positions
from ..play.devices import OVER, Age, Device, RoundEnd, ShownAttempt, devices
from ..play.ghosts import ghost_dealer
from ..play.ghosts.dealers import AnySnapshot, Dealer, dealer_of
from ..play.journal import PendingMove, journal
from ..play.threads import in_move_thread
from ..refusals import Refusal
from ..times import moment
from ..translatable import language_of_games, with_facts
from ..web.asgi_types import ASGIMessage, Receive, Send
from ..web.json_values import json_value
from ..web.languages import of_socket
from ..web.limits import whole_seconds
from ..web.problems import as_refusal
from .admission import (
    FORBIDDEN,
    NOT_FOUND,
    TOO_LARGE,
    TOO_MANY,
    UNAUTHENTICATED,
    UNAVAILABLE,
    UNSUPPORTED,
    CloseSocket,
    Right,
    caller,
    in_turn_of_caller,
)
from .allowances import LONGEST_MESSAGE, MOST_DEBT_S, ON_A_GHOST, SOCKETS, debt_s
from .connections import BARRED, CONNECTIONS, Connection

to_json = json.JSONEncoder(separators=(",", ":")).encode

sockets_of: Counter[str] = Counter()
"""How many sockets for playing each player has open in this process, keyed by the player's id."""


TOO_MANY_SOCKETS: Final = ngettext_lazy(
    "A player has at most %(most)d socket to play open at once.",
    "A player has at most %(most)d sockets to play open at once.",
    "most",
)


async def play_attempt(scope: ASGIMessage, receive: Receive, send: Send) -> None:
    """The ASGI application of `/ws/v1/attempts/{id}`, for the player of the attempt or ghost.

    The socket sends a `view` at first and after each move. It also sends a `view` when another device of the
    player moves, when the server ends the attempt, and when the organiser changes the end of the round. Each
    view has the `deadline`. After 15 seconds without a message, the socket sends `alive`. The answer to a
    refused move is an `error`, with the same code and facts as in the REST API.

    The socket is closed with 4401 without a valid cookie, ticket or token, and as soon as the session or
    token ends; 4403 for a ticket or token that may not play, and for a suspended or banned player; 4404 for
    an id that is no attempt or ghost of the player, and when the ghost is deleted; 4413 and 4415 for messages
    that are too long or binary; 4429 for too many messages or sockets; 4503 while the database does not
    answer or too many requests wait. A refused socket is closed after the handshake, because browsers do not
    tell scripts why a handshake failed.
    """
    await receive()
    await send({"type": "websocket.accept"})
    language = of_socket(scope)
    try:
        attempt_id = scope["url_route"]["kwargs"]["attempt_id"]
        player, right, dealt_by, welcome = await in_turn_of_caller(
            scope, partial(admit_player, scope, attempt_id)
        )
        language = of_socket(scope, player)
        await _serve(attempt_id, dealt_by, player.pk, right, welcome, language, receive, send)
    except CloseSocket as close:
        await send(close.message(language))


def _revoked() -> CloseSocket:
    return CloseSocket(UNAUTHENTICATED, BAD_TOKEN)


async def _serve(
    attempt_id: str,
    dealt_by: Dealer,
    player_id: str,
    right: Right,
    welcome: ShownAttempt,
    language: str,
    receive: Receive,
    send: Send,
) -> None:
    """Answer messages one by one, until the player leaves or may not play any more.

    The language of the socket is active only while the socket answers. If it were active all the time, tasks
    that this socket starts for all sockets, such as the check of their rights, would inherit its language.
    """
    if sockets_of[player_id] >= SOCKETS:
        raise CloseSocket(TOO_MANY, with_facts(TOO_MANY_SOCKETS, most=SOCKETS))
    device = Device(
        welcome,
        lambda text: send({"type": "websocket.send", "text": text}),
        in_move_thread(shown_attempts),
        language,
    )
    connection = Connection(right, lambda why: send(why.message(language)))
    messages = ON_A_GHOST if dealt_by is ghost_dealer else 1
    sockets_of[player_id] += 1
    devices.join(attempt_id, device)
    CONNECTIONS.join(connection)
    try:
        await device.send(welcome.text)
        while (message := await receive())["type"] == "websocket.receive" and not connection.closed:
            debt = debt_s(player_id, messages)
            if debt > MOST_DEBT_S:
                raise CloseSocket(TOO_MANY, _("These are too many messages."))
            text = _text_of(message)
            with override(language):
                await device.answer(
                    answer_to(attempt_id, dealt_by, text, debt, right.token_id, device.deadline)
                )
    finally:
        CONNECTIONS.leave(connection)
        devices.leave(attempt_id, device)
        sockets_of[player_id] -= 1
        if not sockets_of[player_id]:
            del sockets_of[player_id]


def admit_player(scope: ASGIMessage, attempt_id: str) -> tuple[Player, Right, Dealer, ShownAttempt]:
    """Return the player, their right to keep the socket open, the module that plays the attempt or ghost, and
    the first message. Raises CloseSocket if the caller may not play it."""
    try:
        who = caller(scope)
        player = who.player
        if player is None:
            raise CloseSocket(UNAUTHENTICATED, _("Send a session cookie, a ticket or a token."))
        if "play" not in player.scopes:
            raise CloseSocket(FORBIDDEN, _("This token may not play."))
        dealt_by = dealer_of(attempt_id, player)
        if dealt_by is None:
            raise CloseSocket(NOT_FOUND, _("You have no such attempt."))
        if barring(player, timezone.now()):
            raise CloseSocket(FORBIDDEN, BARRED)
        with override(of_socket(scope, player)):
            welcome = _view_of(dealt_by.resume(attempt_id=attempt_id, now=timezone.now()))
        return player, who.may_play(), dealt_by, welcome
    except Exception as error:
        refusal = as_refusal(error)
        if refusal is None:
            raise
        code = NOT_FOUND if refusal.code == "not_found" else UNAVAILABLE
        raise CloseSocket(code, refusal.detail) from None


def _text_of(message: ASGIMessage) -> str:
    """The text of a message. Raises CloseSocket if the message is binary or too long."""
    text: str | None = message.get("text")
    if text is None:
        raise CloseSocket(UNSUPPORTED, _("Send text, not binary data."))
    if len(text) > LONGEST_MESSAGE:
        raise CloseSocket(TOO_LARGE, _("That is too long."))
    return text


async def answer_to(
    attempt_id: str,
    dealt_by: Dealer,
    message: str,
    debt: float,
    token_id: str | None,
    deadline: str | None,
) -> ShownAttempt:
    """The answer to one message: a view, or the reason why the move is refused. Raises CloseSocket if the
    token was revoked or the ghost was deleted."""
    try:
        if debt:
            raise _rate_limited(debt)
        ply, move = _read(message)
        return await _next_move(attempt_id, ply, move, token_id, deadline) or await in_move_thread(_any_move)(
            attempt_id, dealt_by, ply, move, token_id
        )
    except Exception as error:
        refusal = as_refusal(error)
        if refusal is None:
            raise
        if refusal.code == "not_found":
            raise CloseSocket(NOT_FOUND, refusal.detail) from None
        return _error(attempt_id, refusal)


def shown_attempts(attempt_ids: Collection[str]) -> dict[str, ShownAttempt | Exception]:
    """The current views of these attempts, keyed by the attempts' ids, with one query for all. An attempt
    that cannot be shown has its error instead. The views are in the language that is active.

    More queries are needed for running attempts that were not played in this process, for overdue attempts,
    and for ghosts.
    """
    attempts = Attempt.objects.with_deal().select_related("log").filter(pk__in=attempt_ids)
    seen = {attempt.pk: _shown_or_error(partial(_snapshot_now, attempt)) for attempt in attempts}
    for ghost_id in set(attempt_ids) - seen.keys():
        seen[ghost_id] = _shown_or_error(
            partial(ghost_dealer.resume, attempt_id=ghost_id, now=timezone.now())
        )
    return seen


def _snapshot_now(attempt: Attempt) -> dealer.Snapshot:
    """The snapshot of an attempt. If its time is over, the attempt is ended first."""
    now = timezone.now()
    if attempt.is_overdue(now):
        return dealer.resume(attempt_id=attempt.pk, now=now)
    return dealer.snapshot_of(attempt)


def _shown_or_error(take: Callable[[], AnySnapshot]) -> ShownAttempt | Exception:
    """Return the message that shows an attempt, or the error that `take` raises while it reads the
    attempt."""
    try:
        return _view_of(take())
    except (OperationalError, InterfaceError):  # the database failed, which is not the fault of this attempt
        raise
    except Exception as error:
        return error


async def _next_move(
    attempt_id: str, ply: int, text: str, token_id: str | None, deadline: str | None
) -> ShownAttempt | None:
    """Return the answer to a usual move, which is the next move of a game that goes on. None for any other
    move.

    A usual move needs no thread. The position is remembered, so this function checks only two things: that
    the move is allowed, and that the game goes on after the move. The journal then stores the move if it is
    still the next move of a running attempt.
    """
    now = timezone.now()
    reached = positions.memory.recall(attempt_id)
    if reached is None or reached.position.ply != ply:
        return None
    after = play(reached.position, text)
    if isinstance(after, Refused) or after.table.finished:
        return None
    assert after.move is not None
    stored = journal.store(PendingMove(attempt_id, reached.takebacks, ply, after.move, now, token_id))
    await asyncio.sleep(0)  # the journal's thread gets the move now, and stores it while the view is rendered
    view = describe(after, language_of_games())
    if not await stored:
        return None
    reached = positions.Reached(after, reached.takebacks)
    positions.memory.keep(attempt_id, reached)
    if devices.shared(attempt_id):
        devices.changed(attempt_id)
    return ShownAttempt(_view(view, "running", deadline), _age(reached))


def _any_move(attempt_id: str, dealt_by: Dealer, ply: int, move: str, token_id: str | None) -> ShownAttempt:
    """Play any move, as the REST API does, and return the answer. Raises Refusal if the move is refused, and
    CloseSocket if the token was revoked."""
    if token_id is not None and not live_tokens_among([token_id]):
        raise _revoked()
    return _view_of(dealt_by.play_moves(attempt_id=attempt_id, ply=ply, moves=[move], now=timezone.now()))


def _read(message: str) -> tuple[int, str]:
    """Parse the ply and the move of a message. Raises `bad_json` if the message is not JSON, and `invalid` if
    the JSON is not a ply and a move."""
    try:
        sent = json_value(message)
    except (ValueError, RecursionError):
        raise Refusal("bad_json", _("The message is not JSON.")) from None
    match sent:
        case {"ply": int(ply), "move": str(move)} if not isinstance(ply, bool) and ply >= 0:
            return ply, move
    raise Refusal("invalid", _('Send {"ply": p, "move": m}.'))


def _view_of(snapshot: AnySnapshot) -> ShownAttempt:
    age = OVER if snapshot.attempt.ended_at else Age(False, snapshot.attempt.takebacks, snapshot.position.ply)
    attempt = snapshot.attempt
    deadline, end = moment(attempt.deadline), RoundEnd(attempt.round_id, attempt.round.closing)
    text = _view(snapshot.view, attempt.state, deadline)
    return ShownAttempt(text, age, end, deadline, attempt.times_out_at)


def _age(reached: positions.Reached) -> Age:
    return Age(False, *reached.age)


def _view(view: dealer.View, state: str, deadline: str | None) -> str:
    message = {"type": "view", "view": view, "state": state, "deadline": deadline}
    return msgspec.json.encode(message).decode()


def _rate_limited(debt: float) -> Refusal:
    wait = whole_seconds(debt)
    return Refusal(
        "rate_limited",
        with_facts(_("Too many messages; try again in %(seconds)d s."), seconds=wait),
        retry_after=wait,
    )


def _error(attempt_id: str, refusal: Refusal) -> ShownAttempt:
    """Return the error message for a refusal, with the age of the state that the message shows: how far the
    attempt had come. If the message shows neither the end of the attempt nor the remembered position, it gets
    the lowest age, so that the socket is still sent newer views."""
    text = to_json({"type": "error", **refusal.json()})
    if refusal.code in ("attempt_finished", "disqualified"):
        return ShownAttempt(text, OVER)
    remembered = positions.memory.recall(attempt_id)
    if remembered is not None:
        view = describe(remembered.position, language_of_games())
        if refusal.facts.get("view") == view:
            return ShownAttempt(text, _age(remembered))
    return ShownAttempt(text, Age(False))
