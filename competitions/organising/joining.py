"""Joining a competition."""

import secrets
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F

from ..live.announcing import announce_change
from ..models import Access, Competition, Entry, Player
from ..refusals import Refusal


def join(
    *, competition: Competition, player: Player, invite: str | None, now: datetime
) -> tuple[Entry, bool]:
    """The player's entry, and whether it is new: joining twice is the same entry.

    A new one is made with the competition's row locked, so that nobody joins while
    the competition is being closed or certified, and everybody is counted.

    Raises `bad_invite` if a code is needed and `invite` is not that code (the organiser,
    who gives it out, needs none), and `wrong_state` once the last round has closed.
    """
    entry = competition.entries.filter(player=player).first()
    if entry is not None:
        return entry, False
    if not _let_in(competition, player, invite or ""):
        raise Refusal("bad_invite", "This competition needs the organiser's invite code.")
    _require_joinable(competition, now)  # most of those who come too late are refused without a lock
    try:
        with transaction.atomic():
            held = Competition.objects.select_for_update(of=("self",), no_key=True)
            _require_joinable(held.get(pk=competition.pk), now)
            entry = Entry.objects.create(competition=competition, player=player, joined_at=now)
            Competition.objects.filter(pk=competition.pk).update(entrants=F("entrants") + 1)
            announce_change(competition, [entry])
    except IntegrityError:  # the same player joined at the same moment
        return competition.entries.get(player=player), False
    return entry, True


def _let_in(competition: Competition, player: Player, code: str) -> bool:
    if competition.access != Access.INVITE or competition.organiser_id == player.pk:
        return True
    return _same(code, competition.invite)


def _require_joinable(competition: Competition, now: datetime) -> None:
    if not competition.joinable(now):
        raise Refusal("wrong_state", "The last round is closed; nobody can join any more.")


def _same(given: str, code: str) -> bool:
    return secrets.compare_digest(given.encode(errors="surrogatepass"), code.encode())
