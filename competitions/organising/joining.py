"""Joining a competition."""

import secrets
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from ..embargo.visibility import organised_by
from ..models import Access, Competition, Entry, Player
from ..recording.ledger import hold_with_rounds, record
from ..refusals import Refusal


def join(
    *, competition: Competition, player: Player, invite: str | None, now: datetime
) -> tuple[Entry, bool]:
    """The player's entry, and whether it is new: joining twice is the same entry.

    A new one is made with the competition's row locked, so that nobody joins while
    the competition is being closed, cancelled or certified, nor with a code that is
    just being replaced, and everybody is counted.

    Raises `forbidden` for declared bots where they may not join, `bad_invite` if a code
    is needed and `invite` is not that code (organisers, who give it out, need none),
    `wrong_state` once the last round has closed, and before it is published, and `full`.
    """
    entry = Entry.of(competition.pk, player.pk)
    if entry is not None:
        return entry, False
    _require_a_place(competition, player, invite or "", now)  # most are refused without a lock
    try:
        with transaction.atomic():
            held = hold_with_rounds(competition.pk)
            now = max(now, timezone.now())  # by which it may have closed, while somebody else held it
            _require_a_place(held, player, invite or "", now)
            entry = Entry(competition=competition, player=player, joined_at=now)
            record(held, entry, entries=[entry], now=now)
    except IntegrityError:
        entry = Entry.of(competition.pk, player.pk)
        if entry is None:  # no lock, whatever it does, makes it fuller: the database refuses
            raise _full() from None
        return entry, False  # the same player joined at the same moment
    return entry, True


def _require_a_place(competition: Competition, player: Player, code: str, now: datetime) -> None:
    """Raises Refusal unless the player may join."""
    if player.bot and not competition.bots:
        raise Refusal("forbidden", "Declared bots may not join this competition.")
    if not _let_in(competition, player, code):
        raise Refusal("bad_invite", "This competition needs the organiser's invite code.")
    if not competition.joinable(now):
        raise Refusal("wrong_state", _why_not(competition))
    if competition.full:
        raise _full()


def _full() -> Refusal:
    return Refusal("full", "Every place in this competition is taken.")


def _let_in(competition: Competition, player: Player, code: str) -> bool:
    if competition.access != Access.INVITE or organised_by(player, [competition]):
        return True
    return _same(code, competition.invite)


def _why_not(competition: Competition) -> str:
    if competition.cancelled_at is not None:
        return "The competition is cancelled."
    if competition.published_at is None:
        return "The competition is a draft: publish it first."
    return "The last round is closed; nobody can join any more."


def _same(given: str, code: str) -> bool:
    return secrets.compare_digest(given.encode(errors="surrogatepass"), code.encode())
