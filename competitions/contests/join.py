"""Join a competition."""

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..embargo.visibility import organised_by
from ..ledger.acts import record_act
from ..ledger.entry_names import give_name
from ..ledger.ledger import CompetitionChange, hold, record
from ..models import Access, Competition, Entry, Kind, Player
from ..people.bans import require_not_hidden
from ..people.names import PlayerName, player_name
from ..refusals import Refusal
from ..translatable import Translatable

DUEL_LASTS: Final = timedelta(days=7)
"""How long a duel waits for its second player. When the second player joins, the duel stays open for the same
time again."""


def join(
    *, competition: Competition, player: Player, invite: str | None, name: str | None = None, now: datetime
) -> tuple[Entry, bool]:
    """Return the player's entry, and whether it is new. A player who joins twice gets the same entry.

    Joining locks the competition's row. So the number of entrants stays right, and nobody joins while another
    process closes, cancels or certifies the competition, or replaces its invite code.

    The entry gets the chosen `name`. Without a chosen name it gets the player's own name, with a number if
    that name is taken in the competition.

    Raises `forbidden` for bots if bots may not join, and for anybody but the named opponent if a duel names
    one. Raises `bad_invite` for a missing or wrong code; organisers need no code. Raises `wrong_state` before
    publishing and once the last round has closed, and `full` if no place is left. For a chosen name, raises
    `invalid` if the name is unfit or was removed by the staff, and `name_taken` if it looks like another
    entry's.
    """
    entry = Entry.of(competition, player)
    if entry is not None:
        return entry, False
    given = None if name is None else player_name(name)
    if given is not None:
        require_not_hidden(player, given)
    let_in = _let_in(competition, player, invite or "")
    require_a_place(competition, player, now, let_in=let_in)  # most refusals then need no lock
    try:
        with transaction.atomic():
            held = hold(competition.pk)
            now = max(now, timezone.now())  # the competition may have closed during the wait for the lock
            require_a_place(held, player, now, let_in=_let_in(held, player, invite or ""))
            entry = enter(held, player, now, given)
    except IntegrityError:
        entry = Entry.of(competition, player)
        if entry is None:  # a constraint refused the entry: there is no place left
            raise _full() from None
        return entry, False  # the same player joined at the same moment
    return entry, True


def enter(competition: Competition, player: Player, now: datetime, given: PlayerName | None = None) -> Entry:
    """Store a new entry for the player, and return it. Its name is `given` or the player's own name. The
    caller has locked the competition's row, and has checked that there is a place. When the second player of
    a duel enters, the duel gets a new close: `DUEL_LASTS` from now."""
    entry = Entry(competition=competition, player=player, joined_at=now, rated=competition.rated)
    give_name(entry, given)
    record(CompetitionChange(competition, [entry], entries=[entry]), now=now)
    closes_at = now + DUEL_LASTS
    if competition.kind == Kind.DUEL and competition.full and competition.closes_at != closes_at:
        competition.closes_at = closes_at
        settings = ["closes_at"]
        record_act(competition, act="change", reason="closes_at", at=now, settings=settings, shown=True)
    return entry


def require_a_place(competition: Competition, player: Player, now: datetime, *, let_in: bool = True) -> None:
    """Raises `forbidden`, `bad_invite`, `wrong_state` or `full` if the player may not join; `join` says when.
    `let_in` is false if the competition needs an invite code and the player did not give it."""
    if player.bot and not competition.bots:
        raise Refusal("forbidden", _("Declared bots may not join here."))
    if competition.against_id not in (None, player.pk):
        raise Refusal("forbidden", _("This duel is for somebody else."))
    if not let_in:
        raise Refusal("bad_invite", _("Joining needs the organiser's invite code: it is missing, or wrong."))
    require_joinable(competition, now)
    if competition.full:
        raise _full()


def require_joinable(competition: Competition, now: datetime) -> None:
    """Raises `wrong_state` for drafts and cancelled competitions, and after the last round has closed."""
    if not competition.joinable(now):
        raise Refusal("wrong_state", _why_not(competition))


def _full() -> Refusal:
    return Refusal("full", _("Every place is taken."))


def _let_in(competition: Competition, player: Player, code: str) -> bool:
    if competition.access != Access.INVITE or organised_by(player, [competition]):
        return True
    return _same(code, competition.invite)


def _why_not(competition: Competition) -> Translatable:
    if competition.cancelled_at is not None:
        return _("The contest is cancelled.")
    if competition.published_at is None:
        return _("The contest is a draft: publish it first.")
    return _("The last round is closed; nobody can join any more.")


def _same(given: str, code: str) -> bool:
    return secrets.compare_digest(given.encode(errors="surrogatepass"), code.encode())
