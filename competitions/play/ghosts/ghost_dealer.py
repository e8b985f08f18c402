"""Playing a ghost: a player plays a closed round again. The rules of sealed play apply. Every change is
stored before the player gets the answer.

No row is locked, since only one player uses a ghost. Each change is one statement, which stores nothing if
the ghost has changed since it was read.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from games.game import Position
from games.teaching import describe

from ...embargo.visibility import Viewpoint
from ...models import Ghost, Player, Round
from ...refusals import Refusal
from ...translatable import language_of_games
from .. import positions
from ..devices import devices
from ..incoming_moves import (
    Changed,
    last_move,
    new_moves,
    no_undo,
    play_all,
    refusal_at,
    refused_move,
    require_reached,
    try_again_if_changed,
)
from ..seen_deals import note_seen

MOST_KEPT: Final = 50
"""The greatest number of ghosts that are kept of one player. One more ghost replaces the one that ended
first, or the oldest one if none has ended."""

MILLISECOND: Final = timedelta(milliseconds=1)

memory = positions.Memory(1024)
"""The positions of ghosts that this process played lately, so that it need not replay their moves."""


@dataclass(frozen=True)
class GhostSnapshot:
    """A ghost and its position, like the `Snapshot` of an attempt."""

    attempt: Ghost
    position: Position

    @property
    def view(self) -> dict[str, Any]:
        return describe(self.position, language_of_games())

    @property
    def moves(self) -> list[str]:
        """The moves made so far."""
        moves: list[str] = json.loads(self.attempt.moves)
        return moves[: self.position.ply]


def require_ghosts(seen: Viewpoint, round: Round) -> None:
    """Raises `not_entered` unless the viewer may see the round's standings, `wrong_state` if the competition
    is cancelled or the round is not closed for everyone, and `embargo` while scores or games of the round are
    hidden from the viewer."""
    if not seen.sees_standings:
        raise Refusal("not_entered", _("Only entrants can play it again."))
    if seen.competition.cancelled_at is not None:
        raise Refusal("wrong_state", _("This contest was called off."))
    if not seen.opened_up(round):
        raise Refusal("wrong_state", _("This can be played again once the round is closed for everyone."))
    if not seen.tells_field(round):
        raise Refusal("embargo", _("This can be played again once its standings are shown."))


def may_be_ghost(seen: Viewpoint, round: Round) -> bool:
    """Whether the viewer may play this round again for themselves, as a ghost."""
    try:
        require_ghosts(seen, round)
    except Refusal:
        return False
    return True


def end_overdue_ghost(*, player: Player, round: Round, now: datetime) -> None:
    """End the player's ghost at the round if its time is over, so that a new ghost can begin."""
    running = Ghost.objects.filter(player=player, round=round, ended_at=None).first()
    if running is not None:
        resume(attempt_id=running.pk, now=now)


def start_ghost(*, seen: Viewpoint, round: Round, now: datetime) -> tuple[GhostSnapshot, bool]:
    """Return the viewer's running ghost at the round, or a new one; and whether it is new.

    Raises what `require_ghosts` raises.
    """
    require_ghosts(seen, round)
    assert seen.viewer is not None
    limit = seen.competition.time_limit_s
    fresh = {
        "started_at": now,
        "times_out_at": None if limit is None else now + timedelta(seconds=limit),
    }
    opening = round.deal.opening
    if opening.table.finished:  # a deal may be over before the first move
        fresh |= _end_columns(opening, now)
        ghost, new = Ghost.objects.create(player=seen.viewer, round=round, **fresh), True
    else:
        running_or_new = partial(
            Ghost.objects.get_or_create, player=seen.viewer, round=round, ended_at=None, defaults=fresh
        )
        try:
            ghost, new = running_or_new()
        except IntegrityError:
            # The insert failed because another request had made a ghost. That ghost ended before it was read.
            ghost, new = running_or_new()
    if new:
        _make_room_for(ghost)
        note_seen(seen, round)
    ghost.player, ghost.round = seen.viewer, round
    return _snapshot_of(ghost), new


def resume(*, attempt_id: str, now: datetime) -> GhostSnapshot:
    """Return the ghost with its position. End it first if overdue. Raises `not_found` if it is deleted."""

    def read() -> GhostSnapshot:
        snapshot = _read(attempt_id)
        ghost = snapshot.attempt
        return _end(snapshot, ghost.times_out_at or now) if ghost.is_overdue(now) else snapshot

    return _try_again_if_changed(attempt_id, read)


def play_moves(*, attempt_id: str, ply: int, moves: Sequence[str], now: datetime) -> GhostSnapshot:
    """Play `moves` from `ply` on and store them. Moves that are stored already are not stored again.

    Raises `stale_ply`, `attempt_finished` and the codes of refused moves as `dealer.play_moves` does. Raises
    `not_found` if the ghost is deleted.
    """

    def play_on() -> GhostSnapshot:
        snapshot = resume(attempt_id=attempt_id, now=now)
        position = snapshot.position
        require_reached(position, ply)
        stored = snapshot.moves
        new = new_moves(moves, position, ply, stored[ply : ply + len(moves)])
        if not new:
            return snapshot
        _require_running(snapshot)
        made, refused = play_all(position, new)
        if made:
            texts = [*stored, *map(last_move, made)]
            took = max(now - snapshot.attempt.started_at, timedelta()) // MILLISECOND
            elapsed_ms = max(took, snapshot.attempt.elapsed_ms)
            end = _end_columns(made[-1], now) if made[-1].table.finished else {}
            snapshot = _change(snapshot, made[-1], moves=texts, elapsed_ms=elapsed_ms, **end)
        if refused is not None:
            raise refused_move(snapshot.position, refused)
        return snapshot

    return _try_again_if_changed(attempt_id, play_on)


def take_back(*, attempt_id: str, ply: int, now: datetime) -> GhostSnapshot:
    """Take back the moves from `ply` on. Raises `no_undo` if the deal hides cards, `attempt_finished` if the
    ghost has ended, `stale_ply` if fewer than `ply` moves were made, and `not_found` if the ghost is
    deleted."""

    def go_back() -> GhostSnapshot:
        snapshot = resume(attempt_id=attempt_id, now=now)
        ghost, position = snapshot.attempt, snapshot.position
        if not may_go_back(ghost.round):
            raise no_undo(position)
        _require_running(snapshot)
        require_reached(position, ply)
        if ply == position.ply:
            return snapshot
        kept = snapshot.moves[:ply]
        before = positions.position_after(ghost.round.deal, kept)
        return _change(snapshot, before, moves=kept, takebacks=ghost.takebacks + 1)

    return _try_again_if_changed(attempt_id, go_back)


def finish(*, attempt_id: str, now: datetime) -> GhostSnapshot:
    """End the ghost. It counts as given up if its game is not over. A ghost that has already ended is not
    changed. Raises `not_found` if the ghost was deleted."""

    def give_up() -> GhostSnapshot:
        snapshot = resume(attempt_id=attempt_id, now=now)
        return _end(snapshot, now) if snapshot.attempt.ended_at is None else snapshot

    return _try_again_if_changed(attempt_id, give_up)


def may_go_back(round: Round) -> bool:
    """Whether moves of a ghost may be taken back. This is allowed only if the deal hides no cards."""
    return not round.deal.hides_cards


def _try_again_if_changed(ghost_id: str, act: Callable[[], GhostSnapshot]) -> GhostSnapshot:
    return try_again_if_changed(act, lambda: _read(ghost_id).position)


def _read(ghost_id: str) -> GhostSnapshot:
    """The ghost as it is stored, with its position. Raises `not_found` if the ghost was deleted."""
    try:
        return _snapshot_of(Ghost.read(ghost_id))
    except Ghost.DoesNotExist:
        raise Refusal("not_found", _("This ghost is gone.")) from None


def _snapshot_of(ghost: Ghost) -> GhostSnapshot:
    """The ghost with the position after its moves. If today's rules refuse one of the moves, the position is
    the one before that move."""
    moves: list[str] = json.loads(ghost.moves)
    known = memory.recall(ghost.pk)
    if known is None or known.takebacks != ghost.takebacks or known.position.ply > len(moves):
        known = positions.Reached(ghost.round.deal.opening, ghost.takebacks)
    position, _ = positions.play_stored(known.position, moves[known.position.ply :])
    memory.keep(ghost.pk, positions.Reached(position, ghost.takebacks))
    return GhostSnapshot(ghost, position)


def _require_running(snapshot: GhostSnapshot) -> None:
    if snapshot.attempt.ended_at is not None:
        raise refusal_at(snapshot.position, "attempt_finished", _("This game has ended."))


def _end(snapshot: GhostSnapshot, now: datetime) -> GhostSnapshot:
    return _change(snapshot, snapshot.position, moves=snapshot.moves, **_end_columns(snapshot.position, now))


def _end_columns(position: Position, now: datetime) -> dict[str, Any]:
    """The names and values of the columns to set when the ghost ends at this position."""
    table = position.table
    return {"ended_at": now, "score": table.score, "won": table.won, "finished": table.finished}


def _change(
    snapshot: GhostSnapshot, position: Position, *, moves: Sequence[str], **values: Any
) -> GhostSnapshot:
    """Store new values of the ghost's columns. Raises Changed if the ghost has changed since it was read."""
    ghost = snapshot.attempt
    as_read = Ghost.objects.filter(
        pk=ghost.pk, ended_at=None, takebacks=ghost.takebacks, moves_made=ghost.moves_made
    )
    values |= {"moves": json.dumps(moves), "moves_made": position.ply}
    if not as_read.update(**values):
        raise Changed
    for name, value in values.items():
        setattr(ghost, name, value)
    transaction.on_commit(partial(devices.changed, ghost.pk))
    return GhostSnapshot(ghost, position)


def _make_room_for(ghost: Ghost) -> None:
    """Delete ghosts until the player has only `MOST_KEPT`: those that ended first, then the oldest running
    ones. The new `ghost` is kept."""
    others = Ghost.objects.filter(player=ghost.player).exclude(pk=ghost.pk)
    kept_first = others.order_by(F("ended_at").desc(nulls_first=True), "-started_at", "-pk")
    beyond = list(kept_first.values_list("pk", flat=True)[MOST_KEPT - 1 :])
    Ghost.objects.filter(pk__in=beyond).delete()
