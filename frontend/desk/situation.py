"""The subject of an organiser's act: the contest, and the entry or badge, if any."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from competitions.embargo.visibility import Viewpoint
from competitions.models import Act, Badge, Competition, Entry, Player
from competitions.people.form_repeats import made_once

from .attendance import RoundPlayed


@dataclass(frozen=True)
class Situation:
    """The contest as the organiser sees it, and the entry or badge that the act is about, if any."""

    seen: Viewpoint
    organiser: Player
    entry: Entry | None = None
    badge: Badge | None = None
    network: str = ""
    """The organiser's network address: when the server searches for deals in bands, networks take turns."""
    played: Sequence[RoundPlayed] = ()
    """What the entry has done in each round, in order; only for acts on a player."""
    form_key: str | None = None
    """For acts on a player: a key by which a form that arrives twice is recognised. None if the form has no
    field `number`."""

    @property
    def competition(self) -> Competition:
        return self.seen.competition

    @property
    def player_entry(self) -> Entry:
        """The entry that the act is about; only for acts on a player."""
        assert self.entry is not None
        return self.entry

    @property
    def shown_badge(self) -> Badge:
        """The badge that the act is about; only for acts on a badge."""
        assert self.badge is not None
        return self.badge

    @property
    def subject(self) -> dict[str, Any]:
        """The act's entry or badge, as the keyword argument for the use case; empty for acts on the
        contest."""
        return {name: each for name in ("entry", "badge") if (each := getattr(self, name)) is not None}

    @property
    def owns(self) -> bool:
        return self.competition.organiser_id == self.organiser.pk

    @property
    def state(self) -> str:
        return self.competition.state(self.seen.now)

    @property
    def deals_wait(self) -> bool:
        """Whether the deal of some round is still missing."""
        return not all(round.deal.is_found(self.seen.now) for round in self.competition.rounds_in_order)

    @property
    def deals_lack(self) -> bool:
        """Whether the search for the deal of some round has failed."""
        rounds = self.competition.rounds_in_order
        return any(round.deal.is_not_to_be_found(self.seen.now) for round in rounds)

    def do_once(self, use_case: Callable[..., Act], **more: Any) -> None:
        """Do an act that would have a new effect if repeated, such as granting the player an attempt. A form
        that arrives twice does it only once."""

        def make() -> str:
            return str(self.do(use_case, **more).pk)

        form = f"act on {self.player_entry.pk}"
        made_once(make, form=form, player=self.organiser, key=self.form_key, now=self.seen.now)

    def do(self, use_case: Callable[..., Any], **more: Any) -> Any:
        return use_case(
            competition=self.competition, organiser=self.organiser, now=self.seen.now, **self.subject, **more
        )
