"""Play over a socket: one move in, stored, and the new view out."""

import json
from typing import Any, Final
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone

from games.game import Position
from games.replay import Refused, play
from games.views import view

from ..api.problems import as_refusal
from ..live.admission import from_our_pages
from ..models import Attempt
from ..problems import Refusal
from ..tickets import redeem_ticket
from . import positions, seats
from .journal import journal

UNAUTHENTICATED: Final = 4401
FORBIDDEN: Final = 4403
NOT_FOUND: Final = 4404

LONGEST_MESSAGE: Final = 1024
"""Characters; a move with its ply is some forty."""


class AttemptConsumer(AsyncWebsocketConsumer):
    """`/ws/v1/attempts/{id}`, for the attempt's own player.

    Sends `view` on joining and after each move; a move that is refused is
    answered with an `error` of the same code and facts as over REST. A socket
    is closed with 4401 without a cookie or ticket that is good, 4403 for a
    ticket that may not play, 4404 for an attempt that is not the player's.
    """

    channel_layer_alias = None

    async def connect(self) -> None:
        await self.accept()
        self.attempt_id = self.scope["url_route"]["kwargs"]["attempt_id"]
        code, message = await database_sync_to_async(self._admit)()
        await (self.close(code) if code else self.send(message))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            ply, text = _read(text_data)
            answer = await self._play_fast(ply, text)
            if answer is None:
                answer = await database_sync_to_async(self._play)(ply, text)
        except Exception as error:
            refusal = as_refusal(error)
            if refusal is None:
                raise
            answer = _error(refusal)
        await self.send(answer)

    def _admit(self) -> tuple[int, str]:
        """A code to close with, or 0 and the first message."""
        player, scopes = self._caller()
        if player is None:
            return UNAUTHENTICATED, ""
        if "play" not in scopes:
            return FORBIDDEN, ""
        attempt = Attempt.objects.with_deal().filter(pk=self.attempt_id, entry__player=player).first()
        if attempt is None:
            return NOT_FOUND, ""
        if seats.is_overdue(attempt, timezone.now()):
            attempt = seats.finish(attempt_id=attempt.pk, now=timezone.now()).attempt
        self.deadline = attempt.deadline
        return 0, _seat(seats.take_seat(attempt))

    def _caller(self) -> tuple[Any, Any]:
        """The player and what they may do here: by ticket, else by the cookie of our own pages."""
        given = parse_qs(self.scope["query_string"].decode("latin-1")).get("ticket", [])
        if given:
            ticket = redeem_ticket(secret=given[0], now=timezone.now())
            return (None, ()) if ticket is None else (ticket.player, ticket.scopes)
        user = self.scope["user"]
        if user.is_authenticated and from_our_pages(self.scope["headers"]):
            return user, ("play",)
        return None, ()

    async def _play_fast(self, ply: int, text: str) -> str | None:
        """The answer to the usual move: the next one of a game that goes on. None for any other.

        It needs no thread: the position is remembered, and the journal stores the
        move only if it is the next one of a running attempt still.
        """
        now = timezone.now()
        standing = positions.memory.recall(self.attempt_id)
        in_time = self.deadline is None or now < self.deadline
        if standing is None or standing.position.ply != ply or not in_time:
            return None
        after = play(standing.position, text)
        if isinstance(after, Refused):
            return None
        seen = view(after)
        if seen["finished"]:
            return None
        stored = await journal.store(
            attempt_id=self.attempt_id,
            takebacks=standing.takebacks,
            ply=ply,
            text=_canonical(after, text),
            made_at=now,
        )
        if not stored:
            return None
        positions.memory.keep(self.attempt_id, positions.Standing(after, standing.takebacks))
        return _view(seen, "running")

    def _play(self, ply: int, text: str) -> str:
        return _seat(seats.play_moves(attempt_id=self.attempt_id, ply=ply, moves=[text], now=timezone.now()))


def _canonical(position: Position, text: str) -> str:
    return position.game.vocabulary(position.rules)[text].text


def _read(text: str | None) -> tuple[int, str]:
    """Ply and move of a message; raises `bad_json` and `invalid`."""
    if text is None or len(text) > LONGEST_MESSAGE:
        raise Refusal("too_large", "Send one move as a short text.")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Refusal("bad_json", "The message is not JSON.") from None
    match message:
        case {"ply": int(ply), "move": str(move)} if not isinstance(ply, bool) and ply >= 0:
            return ply, move
    raise Refusal("invalid", 'Send {"ply": p, "move": m}.')


def _seat(seat: seats.Seat) -> str:
    return _view(seat.view, seat.attempt.state)


def _view(seen: seats.View, state: str) -> str:
    return json.dumps({"type": "view", "view": seen, "state": state}, separators=(",", ":"))


def _error(refusal: Refusal) -> str:
    return json.dumps(
        {"type": "error", "code": refusal.code, "detail": refusal.detail, **refusal.facts},
        separators=(",", ":"),
    )
