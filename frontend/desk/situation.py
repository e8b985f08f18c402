"""What an organiser's act starts from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from competitions.embargo.visibility import Viewpoint
from competitions.models import Badge, Competition, Entry, Player


@dataclass(frozen=True)
class Situation:
    """The organiser's view of the contest, and the entry or badge of the act, if any."""

    seen: Viewpoint
    organiser: Player
    entry: Entry | None = None
    badge: Badge | None = None
    network: str = ""
    """The organiser's network, for acts on the contest."""

    @property
    def competition(self) -> Competition:
        return self.seen.competition

    @property
    def player_entry(self) -> Entry:
        """The entry of an act on a player."""
        assert self.entry is not None
        return self.entry

    @property
    def shown_badge(self) -> Badge:
        """The badge of an act on a badge."""
        assert self.badge is not None
        return self.badge

    @property
    def subject(self) -> dict[str, Any]:
        """What the act applies to, besides the contest."""
        return {name: each for name in ("entry", "badge") if (each := getattr(self, name)) is not None}

    @property
    def owns(self) -> bool:
        return self.competition.organiser_id == self.organiser.pk

    @property
    def state(self) -> str:
        return self.competition.state(self.seen.now)

    @property
    def deals_wait(self) -> bool:
        """Whether a round still waits for its deal."""
        return not all(round.deal.is_found(self.seen.now) for round in self.competition.rounds_in_order)

    @property
    def deals_lack(self) -> bool:
        """Whether the search found no deal for a round."""
        rounds = self.competition.rounds_in_order
        return any(round.deal.is_not_to_be_found(self.seen.now) for round in rounds)

    def do(self, use_case: Callable[..., Any], **more: Any) -> Any:
        return use_case(
            competition=self.competition, organiser=self.organiser, now=self.seen.now, **self.subject, **more
        )
