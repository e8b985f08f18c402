"""The embargo: who may see what, in one place. Everything is hidden unless a line here shows it.

Pages, REST, sockets, streams, exports, error messages and commands ask here and nowhere else. An organiser is
a stranger to the cards like any other, and so are the staff, whose desk shows no card, score or seed: those
who run the service have `unsealing`, which leaves a trace.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.db.models import Count, Exists, OuterRef

from ..models import Access, Attempt, Competition, Entry, Kind, Par, Play, Player, Round, Scores


@dataclass(frozen=True)
class Viewpoint:
    """One viewer's standing towards one competition at one moment.

    A token that speaks for a player sees what its scopes are for, and otherwise what a stranger sees.
    """

    competition: Competition
    viewer: Player | None
    """None for a stranger."""
    organises: bool
    """Whether they organise it, and may read or organise."""
    entry: Entry | None
    """Their entry, if they may read: what is shown to entrants is shown to them."""
    plays_as: Entry | None
    """Their entry, if they may read or play: their own attempts are shown to them, and the seed by which
    these are played."""
    now: datetime
    unended: frozenset[int] = frozenset()
    """Rounds with a running attempt. If the window of such a round is over, it is not open to all yet."""
    watches: bool = False
    """Whether this stands for everyone who may watch, who see the standings, whoever they are."""
    awaited: bool = False
    """Whether it is a duel that was made for them, and they may read: they see it before they join."""
    _used_up: dict[int, bool] = field(default_factory=dict, compare=False, repr=False)
    _finished: set[int] = field(default_factory=set, compare=False, repr=False)

    @property
    def knows_of_it(self) -> bool:
        """Whether they may know that the competition exists: of a draft, its organisers alone.

        To everybody else, each address of a draft answers as if there were nothing.
        """
        return is_known(self.competition, organises=self.organises)

    @property
    def sees_standings(self) -> bool:
        """Whether they see the standings: everyone does, except that an invite-only event shows them only to
        its entrants and its organisers, and a duel that was made for one player only to its two."""
        is_in = self.entry is not None or self.watches or self.awaited
        return shows_standings(self.competition, organises=self.organises, is_in=is_in)

    @property
    def is_led_to_it(self) -> bool:
        """Whether a list about a player may lead them to the competition: if it is public, or they are in it
        or organise it. The link to any other is not given away."""
        if leads_everyone_there(self.competition):
            return self.knows_of_it
        return self.organises or self.entry is not None

    @property
    def sees_trail(self) -> bool:
        """Whether they read the audit trail: entrants do, and organisers."""
        return self.organises or self.entry is not None

    def opened_up(self, round: Round) -> bool:
        """Whether the round is closed for everyone, so that nothing about it is hidden any more.

        That is a moment after its window ends: while an attempt is running, a player
        who could see the others' games could still make a move.
        """
        return round.state(self.now) == "closed" and round.pk not in self.unended

    def seed(self, round: Round) -> str | None:
        """The seed: for everyone once the round is closed, and in open play for entrants once it is open.

        The seed of a challenge is in its link, so it is for whoever has the link.
        """
        is_in = self.plays_as is not None
        if self.opened_up(round):
            return round.deal.seed or None if self.sees_standings or is_in else None
        has_opened = round.state(self.now) != "scheduled"
        has_the_link = self.competition.kind == Kind.CHALLENGE
        if self.competition.play == Play.OPEN and has_opened and (has_the_link or is_in):
            return round.deal.seed
        return None

    def par(self, round: Round) -> Par | None:
        """The par of the deal, which follows from its cards: for whoever may have the seed, once the round is
        closed for everyone."""
        return round.par if self.opened_up(round) and self.seed(round) is not None else None

    def may_be_solved(self, round: Round) -> bool:
        """Whether a solver may be shown the cards: nobody can play the round any more."""
        return self.competition.cancelled_at is None and self.opened_up(round)

    @property
    def frozen_since(self) -> datetime | None:
        """From when on the standings stay as they were; None while they follow the results."""
        return self.competition.frozen_since(self.now)

    def _was_opened_up(self, round: Round) -> bool:
        """Whether the round is closed for everyone, and its window was over when the freeze began."""
        since = self.frozen_since
        return self.opened_up(round) and (since is None or round.window.is_over(since))

    def may_be_filed(self, round: Round) -> bool:
        """Whether whoever may know of the competition may know all scores of the round, and for ever: it is
        closed for everyone, and nothing is frozen."""
        counts = self.competition.cancelled_at is None
        return counts and self.frozen_since is None and self.opened_up(round)

    def knows_scores(self, round: Round) -> bool:
        """Whether the scores of others at a round may be known: at once, once the viewer has finished it
        themselves, or once it is closed for everyone, as the competition says.

        Scores that were hidden when a freeze began stay hidden during it, and new ones are hidden too.
        """
        match self.competition.standings:
            case Scores.LIVE:
                return self.sees_standings and round.has_opened(self.now)
            case Scores.OWN:
                return self.sees_standings and (self._was_opened_up(round) or self._has_finished(round))
            case Scores.FINAL:
                return self.sees_standings and self._was_opened_up(round)
        return False

    def tells_ends(self, round: Round) -> bool:
        """Whether the scores at a round are told, without names, to whoever has its cards from elsewhere: of
        challenges, which have nothing to hide from them, and of public competitions once the round is closed
        for everyone."""
        competition = self.competition
        if competition.cancelled_at is not None or self.frozen_since is not None:
            return False
        if competition.kind == Kind.CHALLENGE:
            return self.knows_scores(round)
        return competition.access == Access.PUBLIC and self.opened_up(round) and self.knows_scores(round)

    def tells_difficulty(self, round: Round) -> bool:
        """Whether it is told how hard the deal of a round was. That is worked out from all its scores, so it
        is for whoever knows them, once the round is closed for everyone."""
        return self.opened_up(round) and self.knows_scores(round)

    def tells_field(self, round: Round) -> bool:
        """Whether all games of a round may be told of together: it is closed for everyone, and was before a
        freeze began."""
        return self._was_opened_up(round) and self.knows_scores(round) and self.sees_ended_games(round)

    def knows_of(self, attempt: Attempt) -> bool:
        """Whether they may know that there is such an attempt, and whose it is."""
        return self._own(attempt) or self.sees_standings

    def sees_attempt(self, attempt: Attempt) -> bool:
        """Whether the score and times of an attempt may be seen, and not only that it is running."""
        if self._own(attempt):
            return True
        if attempt.ended_at is None or not self.knows_scores(attempt.round):
            return False
        return self.frozen_since is None or attempt.ended_at <= self.frozen_since

    def sees_played(self, attempt: Attempt) -> bool:
        """Whether the moves and the table of an attempt may be seen: its view and its log.

        Its own player may always see them; others only after it has ended.
        """
        if self._own(attempt):
            return True
        return self.sees_attempt(attempt) and self.sees_ended_games(attempt.round)

    def may_have_receipt(self, attempt: Attempt) -> bool:
        """Whether a receipt of an attempt may be given, with the seed, the moves and the place in the round.

        So the round must be closed for everyone. A round that was not closed when a freeze began has no place
        that may be told before the freeze ends.
        """
        shown = self.seed(attempt.round) is not None and self.sees_played(attempt)
        return shown and self.sees_standings and self._was_opened_up(attempt.round)

    def may_have_analysis(self, attempt: Attempt) -> bool:
        """Whether it may be told what was possible in an attempt: that follows from all its cards."""
        shown = self.seed(attempt.round) is not None and self.sees_played(attempt)
        return shown and self.may_be_solved(attempt.round)

    def sees_ended_games(self, round: Round) -> bool:
        """Whether the games of others at a round may be seen once they have ended.

        Everyone may see them once the round is closed. Before that, if the competition allows it, those
        entrants may see them who have no attempt at the round left or running. A sealed competition allows it
        only if its organiser chose so: somebody who enters and gives up at once has no attempt left either,
        and could tell a friend what they saw.
        """
        if self.opened_up(round):
            return self.sees_standings
        if not (self.competition.shows_others_early and self.knows_scores(round)):
            return False  # a game tells its score
        return self._is_through_with(round)

    def rounds_to_watch(self, rounds: Sequence[Round]) -> list[int]:
        """The numbers of those rounds at which `sees_ended_games` holds; one query, however many they are."""
        if self.entry is not None and self.competition.attempts is not None:
            ended = self.entry.attempts.filter(round__in=rounds, ended_at__isnull=False)
            self._note_made(rounds, dict(ended.values_list("round").annotate(Count("pk"))))
        return [round.number for round in rounds if self.sees_ended_games(round)]

    def _own(self, attempt: Attempt) -> bool:
        return self.plays_as is not None and attempt.entry_id == self.plays_as.pk

    def _has_finished(self, round: Round) -> bool:
        """Whether the viewer has ended an attempt at the round, in a freeze before it began; one query for
        all rounds."""
        if self.entry is None:
            return False
        if not self._finished:
            ended = self.entry.attempts.filter(ended_at__isnull=False)
            self.note_finished(ended.values_list("round", "ended_at"))
        return round.pk in self._finished

    def note_finished(self, ended: Iterable[tuple[int, datetime | None]]) -> None:
        """Remember the rounds at which the viewer's entry has `ended` attempts, given with the moments of
        their ends; in a freeze those before it began."""
        since, was_asked = self.frozen_since, 0
        before = (round for round, at in ended if since is None or (at is not None and at <= since))
        self._finished.update((was_asked, *before))

    def note_all_ended(self, ended: Sequence[tuple[int, datetime | None]]) -> None:
        """Remember all ended attempts of the viewer's entry, so that no query is needed for any round."""
        self.note_finished(ended)
        self._note_made(self.competition.rounds_in_order, Counter(round for round, _ in ended))

    def _note_made(self, rounds: Iterable[Round], made: Mapping[int, int]) -> None:
        """Remember how many ended attempts the viewer's entry has at these rounds."""
        allowed = self.competition.attempts
        for round in rounds:
            used_up = allowed is not None and made.get(round.pk, 0) >= allowed
            self._used_up[round.pk] = used_up or self._is_done_with(round)

    def _is_through_with(self, round: Round) -> bool:
        if round.pk not in self._used_up:
            self._used_up[round.pk] = self._has_used_up(round)
        return self._used_up[round.pk]

    def _is_done_with(self, round: Round) -> bool:
        """Whether they have declared that they make no more attempts at the round.

        In sealed play that shows nothing: only players who have finished an attempt of their own see others'
        games.
        """
        open_play = self.competition.play == Play.OPEN
        return open_play and self.entry is not None and self.entry.is_done_with(round)

    def _has_used_up(self, round: Round) -> bool:
        if self._is_done_with(round):
            return True
        allowed = self.competition.attempts
        if self.entry is None or allowed is None:
            return False
        return self.entry.attempts.filter(round=round, ended_at__isnull=False).count() >= allowed

    def commitment(self, round: Round) -> str | None:
        """The commitment: for everyone, but only once the round opens if it would give the seed away, and
        once it is told that there is a deal in its band."""
        if not self.knows_of_it or not round.deal.is_found(self.now):
            return None
        if round.deal.guessable and round.state(self.now) == "scheduled":
            return None
        return round.deal.commitment

    @property
    def invite(self) -> str | None:
        """The code that lets players in, for the organisers alone."""
        return self.competition.invite or None if self.organises else None


def is_known(competition: Competition, *, organises: bool) -> bool:
    """Whether a viewer may know that the competition exists: of a draft, its organisers alone."""
    return competition.published_at is not None or organises


def leads_everyone_there(competition: Competition) -> bool:
    """Whether a list about a player may lead everyone to the competition, once it is published."""
    return competition.access == Access.PUBLIC


def shows_standings(competition: Competition, *, organises: bool, is_in: bool) -> bool:
    """Whether a viewer sees the standings; `is_in` is for entrants, and for whom a duel was made for."""
    link_is_enough = competition.access in (Access.PUBLIC, Access.UNLISTED) and competition.against_id is None
    return is_known(competition, organises=organises) and (link_is_enough or organises or is_in)


def speaks_for_organiser(scopes: Collection[str]) -> bool:
    """Whether these scopes let somebody see what organisers see."""
    return not {"read", "organise"}.isdisjoint(scopes)


ENTRANTS_ALONE: Final = "Only entrants see this; a token needs the scope read for it."


def speaks_for_entrant(scopes: Collection[str]) -> bool:
    """Whether these scopes let somebody see what entrants see."""
    return "read" in scopes


def viewpoint(competition: Competition, viewer: Player | None, now: datetime) -> Viewpoint:
    """What `viewer` (None: a stranger) may see of `competition`."""
    return viewpoints([competition], viewer, now)[0]


def viewpoints(competitions: Sequence[Competition], viewer: Player | None, now: datetime) -> list[Viewpoint]:
    """What `viewer` may see of each of `competitions`, in their order.

    It takes one query for a player, one more if any of them has co-organisers, and one if the window of any
    round is over.
    """
    entries: dict[str, Entry] = {}
    organised: set[str] = set()
    may = frozenset(() if viewer is None else viewer.scopes)
    if viewer is not None:
        mine = viewer.entries.filter(competition__in=competitions)
        entries = {entry.competition_id: entry for entry in mine}
        organised = organised_by(viewer, competitions)
    unended = _unended(competitions, now)
    return [
        Viewpoint(
            competition=competition,
            viewer=viewer,
            organises=competition.pk in organised and speaks_for_organiser(may),
            entry=entries.get(competition.pk) if speaks_for_entrant(may) else None,
            plays_as=None if may.isdisjoint(("read", "play")) else entries.get(competition.pk),
            now=now,
            unended=unended,
            awaited=viewer is not None and competition.against_id == viewer.pk and speaks_for_entrant(may),
        )
        for competition in competitions
    ]


def known_scores(seen: Sequence[Viewpoint]) -> list[Round]:
    """The rounds at which `knows_scores` holds, with one query, however many they are; then nothing else that
    `seen` says of their scores and games takes any. They are of one viewer, as `viewpoints` gives them."""
    _read_ended(seen)
    return [round for one in seen for round in one.competition.rounds_in_order if one.knows_scores(round)]


def _read_ended(seen: Iterable[Viewpoint]) -> None:
    """Let each know what its entry has ended, with one query for all."""
    of_entry = {one.entry.pk: one for one in seen if one.entry is not None}
    ended = Attempt.objects.filter(entry__in=list(of_entry), ended_at__isnull=False)
    theirs: dict[str, list[tuple[int, datetime | None]]] = defaultdict(list)
    for entry, round, ended_at in ended.values_list("entry", "round", "ended_at"):
        theirs[entry].append((round, ended_at))
    for entry, one in of_entry.items():
        one.note_all_ended(theirs[entry])


def viewpoints_of_entrants(
    competition: Competition, entries: Sequence[Entry], now: datetime
) -> list[Viewpoint]:
    """What each of these entrants may see of their competition as players, in two queries, however many they
    are. `entries` are read with their players."""
    unended = _unended([competition], now)
    seen = [
        Viewpoint(
            competition=competition,
            viewer=entry.player,
            organises=False,
            entry=entry,
            plays_as=entry,
            now=now,
            unended=unended,
        )
        for entry in entries
    ]
    _read_ended(seen)
    return seen


def viewpoint_of_organising(competition: Competition, now: datetime) -> Viewpoint:
    """What an organiser who plays in nothing may see of `competition`: the same for every organiser."""
    return Viewpoint(
        competition=competition,
        viewer=None,
        organises=True,
        entry=None,
        plays_as=None,
        now=now,
        unended=_unended([competition], now),
    )


def viewpoint_of_watchers(competition: Competition, now: datetime) -> Viewpoint:
    """What everyone who may watch `competition` may see: in an invite-only event any entrant, else anyone.

    All watchers are sent the same, so it is the viewpoint of somebody who has played nothing.
    """
    return Viewpoint(
        competition=competition,
        viewer=None,
        organises=False,
        entry=None,
        plays_as=None,
        now=now,
        unended=_unended([competition], now),
        watches=True,
    )


def organised_by(player: Player, competitions: Iterable[Competition]) -> set[str]:
    """Those of `competitions`, by key, that the player organises, alone or with others."""
    organised = {each.pk for each in competitions if each.organiser_id == player.pk}
    if shared := [each.pk for each in competitions if each.shared and each.pk not in organised]:
        theirs = player.co_organised.filter(competition__in=shared)
        organised.update(theirs.values_list("competition", flat=True))
    return organised


def _unended(competitions: Sequence[Competition], now: datetime) -> frozenset[int]:
    """The rounds over by the clock that still have running attempts, and perhaps some that are not over.

    The query does not name the rounds one by one: a page of competitions may have more than a query takes.
    """
    over = [
        competition.pk
        for competition in competitions
        if any(round.state(now) == "closed" for round in competition.rounds_in_order)
    ]
    if not over:
        return frozenset()
    running = Exists(Attempt.objects.running().filter(round=OuterRef("pk")))
    return frozenset(Round.objects.filter(running, competition__in=over).values_list("pk", flat=True))
