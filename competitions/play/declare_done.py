"""Declaring a round done: its player makes no more attempts, and may see others' games in open play."""

from datetime import datetime

from django.db import transaction

from ..ledger.ledger import CompetitionChange, hold, record
from ..models import Entry, Round
from ..refusals import Refusal
from .attempts import disqualified, lock_entry, not_open
from .dealer import running_at


def declare_done(*, entry: Entry, round: Round, now: datetime) -> Entry:
    """The entry, to which no attempt at the round is left from now on; doing it again changes nothing.

    An attempt or a log of the same moment is stored before this, or refused: all three hold the entry's row.
    Raises `wrong_state` while an attempt runs, and `disqualified` and `round_not_open` as a new attempt does.
    """
    running_at(entry=entry, round=round, now=now)  # ends one that is overdue
    with transaction.atomic():
        entry = lock_entry(entry)
        if entry.is_done_with(round):
            return entry
        if entry.disqualified_at is not None:
            raise disqualified()
        round = Round.objects.select_related("competition").get(pk=round.pk)
        if round.state(now) != "open":
            raise not_open(round.number, round.state(now))
        if entry.attempts.running().filter(round=round).exists():
            raise Refusal("wrong_state", "Your attempt is still running: finish it first.")
        entry.note_done_with(round)
        entry.save(update_fields=["done"])
        # It may be the last thing that a closing waits for.
        record(CompetitionChange(hold(round.competition_id), quiet=True), now=now)
    return entry
