"""Declaring a round done: the player has no attempts left in it, and in open play may see others' games."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ..ledger.ledger import CompetitionChange, hold, record
from ..models import Entry, Round
from ..refusals import Refusal
from .attempts import disqualified, lock_entry, not_open
from .dealer import running_at


def declare_done(*, entry: Entry, round: Round, now: datetime) -> Entry:
    """Declare the round done for the entry, which then has no attempts left. Declaring it again changes
    nothing.

    Beginning an attempt, storing a log and declaring done all lock the entry's row. So a simultaneous attempt
    or log is either stored first or refused. Raises `disqualified` for a disqualified entry, `round_not_open`
    if the round is not open, and `wrong_state` while an attempt runs.
    """
    running_at(entry=entry, round=round, now=now)  # ends an overdue attempt
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
            raise Refusal("wrong_state", _("Your attempt is still running: finish it first."))
        entry.note_done_with(round)
        entry.save(update_fields=["done"])
        # Followers must hear of this: a competition that closes as soon as everybody has played may close
        # now.
        record(CompetitionChange(hold(round.competition_id), quiet=True), now=now)
    return entry
