"""Who may see what, in one place: everything is hidden unless a line here shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from .models import Access, Attempt, Competition, Entry, Play, Player, Round


@dataclass(frozen=True)
class Viewpoint:
    """One viewer's standing towards one competition at one moment."""

    competition: Competition
    organises: bool
    entry: Entry | None
    now: datetime

    @property
    def sees_standings(self) -> bool:
        """Everyone where the link is enough; of an invite-only event its entrants and its organiser."""
        link_is_enough = self.competition.access in (Access.PUBLIC, Access.UNLISTED)
        return link_is_enough or self.organises or self.entry is not None

    def seed(self, round: Round) -> str | None:
        """For everyone once the round is closed; in open play for entrants once it is open."""
        match round.state(self.now), self.competition.play:
            case "closed", _:
                return round.deal.seed if self.sees_standings else None
            case "open", Play.OPEN:
                return round.deal.seed if self.entry is not None else None
        return None

    def sees_played(self, attempt: Attempt) -> bool:
        """Whether the moves and the table of an attempt may be seen.

        By its player always. By everyone once the round is closed. Before that
        only what has ended, by those who can learn nothing from it: entrants
        who have no attempt at the round left or running.
        """
        if self.entry is not None and attempt.entry_id == self.entry.pk:
            return True
        if not self.sees_standings or attempt.ended_at is None:
            return False
        return attempt.round.state(self.now) == "closed" or self._is_through_with(attempt.round)

    def _is_through_with(self, round: Round) -> bool:
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
    """How `viewer` (None: a stranger) stands towards `competition`; one query for a player."""
    return viewpoints([competition], viewer, now)[0]


def viewpoints(competitions: Sequence[Competition], viewer: Player | None, now: datetime) -> list[Viewpoint]:
    """How `viewer` stands towards each of `competitions`, in their order; one query for all."""
    entries: dict[str, Entry] = {}
    if viewer is not None:
        mine = Entry.objects.filter(player=viewer, competition__in=competitions).select_related("player")
        entries = {entry.competition_id: entry for entry in mine}
    return [
        Viewpoint(
            competition=competition,
            organises=viewer is not None and competition.organiser_id == viewer.pk,
            entry=entries.get(competition.pk),
            now=now,
        )
        for competition in competitions
    ]
