"""The embargo: who may see what, in one place. Everything is hidden unless a line here shows it.

Pages, REST, sockets, streams, exports, error messages and commands ask here and
nowhere else. The organiser is a stranger to the cards like any other, and
nobody is staff: who runs the service has `unsealing`, which leaves a trace.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Exists, OuterRef

from ..models import Access, Attempt, Competition, Entry, Play, Player, Round


@dataclass(frozen=True)
class Viewpoint:
    """One viewer's standing towards one competition at one moment."""

    competition: Competition
    organises: bool
    entry: Entry | None
    now: datetime
    unended: frozenset[int] = frozenset()
    """Rounds with a running attempt: one whose window is over is still being ended, and not open to all."""
    _used_up: dict[int, bool] = field(default_factory=dict, compare=False, repr=False)

    @property
    def sees_standings(self) -> bool:
        """Everyone where the link is enough; of an invite-only event its entrants and its organiser."""
        link_is_enough = self.competition.access in (Access.PUBLIC, Access.UNLISTED)
        return link_is_enough or self.organises or self.entry is not None

    def opened_up(self, round: Round) -> bool:
        """Whether the round is closed for everyone, so that nothing about it is hidden any more.

        That is a moment later than its window ends: as long as one attempt is
        running, a move might still be on its way from somebody who could look.
        """
        return round.state(self.now) == "closed" and round.pk not in self.unended

    def seed(self, round: Round) -> str | None:
        """For everyone once the round is closed; in open play for entrants once it is open.

        That of a challenge is in its link, and so in its name: for whoever has it.
        """
        if self.opened_up(round):
            return round.deal.seed if self.sees_standings else None
        has_opened = round.state(self.now) != "scheduled"
        has_the_link = self.competition.challenge is not None
        if self.competition.play == Play.OPEN and has_opened and (has_the_link or self.entry is not None):
            return round.deal.seed
        return None

    def sees_attempt(self, attempt: Attempt) -> bool:
        """Whether more of an attempt may be seen than that it is running: its score, its times."""
        return self._own(attempt) or (self.sees_standings and attempt.ended_at is not None)

    def sees_played(self, attempt: Attempt) -> bool:
        """Whether the moves and the table of an attempt may be seen: its view and its log.

        By its player always; of the others', only what has ended.
        """
        if self._own(attempt):
            return True
        return self.sees_attempt(attempt) and self.sees_ended_games(attempt.round)

    def sees_ended_games(self, round: Round) -> bool:
        """Whether the games of others at a round may be seen once they have ended.

        By everyone once the round is closed; before that, where the competition
        allows it, by the entrants with no attempt at the round left or running.
        In sealed play it does so only if it was asked for: whoever enters and
        gives up at once has no attempt left either, and could tell a friend
        what they saw.
        """
        if self.opened_up(round):
            return self.sees_standings
        return self.competition.shows_others_early and self._is_through_with(round)

    def _own(self, attempt: Attempt) -> bool:
        return self.entry is not None and attempt.entry_id == self.entry.pk

    def _is_through_with(self, round: Round) -> bool:
        if round.pk not in self._used_up:
            self._used_up[round.pk] = self._has_used_up(round)
        return self._used_up[round.pk]

    def _has_used_up(self, round: Round) -> bool:
        allowed = self.competition.attempts
        if self.entry is None or allowed is None:
            return False
        return self.entry.attempts.filter(round=round, ended_at__isnull=False).count() >= allowed

    def commitment(self, round: Round) -> str | None:
        """For everyone; but that of a seed that could be guessed from it only once the round opens."""
        if round.deal.guessable and round.state(self.now) == "scheduled":
            return None
        return round.deal.commitment

    @property
    def invite(self) -> str | None:
        """The code that lets players in, for the organiser alone."""
        return self.competition.invite or None if self.organises else None


def viewpoint(competition: Competition, viewer: Player | None, now: datetime) -> Viewpoint:
    """How `viewer` (None: a stranger) stands towards `competition`."""
    return viewpoints([competition], viewer, now)[0]


def viewpoints(competitions: Sequence[Competition], viewer: Player | None, now: datetime) -> list[Viewpoint]:
    """How `viewer` stands towards each of `competitions`, in their order.

    One query for a player, and one if the window of any round is over.
    """
    entries: dict[str, Entry] = {}
    if viewer is not None:
        mine = Entry.objects.filter(player=viewer, competition__in=competitions).select_related("player")
        entries = {entry.competition_id: entry for entry in mine}
    unended = _unended(competitions, now)
    return [
        Viewpoint(
            competition=competition,
            organises=viewer is not None and competition.organiser_id == viewer.pk,
            entry=entries.get(competition.pk),
            now=now,
            unended=unended,
        )
        for competition in competitions
    ]


def _unended(competitions: Sequence[Competition], now: datetime) -> frozenset[int]:
    """The rounds that are over by the clock and not for everyone, and maybe some that are not over.

    The rounds are not named one by one: a page of competitions has more of them than a query takes.
    """
    over = [
        competition.pk
        for competition in competitions
        if any(round.state(now) == "closed" for round in competition.rounds.all())
    ]
    if not over:
        return frozenset()
    running = Exists(Attempt.objects.running().filter(round=OuterRef("pk")))
    return frozenset(Round.objects.filter(running, competition__in=over).values_list("pk", flat=True))
