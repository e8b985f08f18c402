"""The embargo: one place decides who may see what. Everything is hidden unless this module shows it.

Pages, REST, sockets, streams, exports, error messages and commands ask here and nowhere else. Hidden cards
are hidden from organisers and staff, too. The pages for staff show no card, score or seed. Whoever runs the
service can see a hidden seed by `unseal_seed`, which records each use.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.db.models import Count, Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from ..models import (
    Access,
    Attempt,
    Competition,
    Entry,
    Kind,
    Par,
    Play,
    Player,
    Round,
    Scores,
    SolvedRound,
)


@dataclass(frozen=True)
class Viewpoint:
    """What one viewer may see of one competition at one moment.

    A viewer with a token sees only what the scopes of the token allow, and is a stranger for everything else.
    """

    competition: Competition
    viewer: Player | None
    """The player who looks, or None for a stranger."""
    organises: bool
    """Whether the viewer organises the competition, and the token has the scope `read` or `organise`."""
    entry: Entry | None
    """The viewer's entry, if the token has the scope `read`. The viewer then sees what entrants see."""
    plays_as: Entry | None
    """The viewer's entry, if the token has the scope `read` or `play`. The viewer then sees their own
    attempts, and the seed that they play."""
    now: datetime
    unended: frozenset[int] = frozenset()
    """The primary keys of rounds with running attempts. While a round is among these, `opened_up` is false
    for the round, even if its window is over."""
    watches: bool = False
    """Whether this viewpoint stands for all watchers, who all see the standings."""
    awaited: bool = False
    """Whether the competition is a duel made for the viewer, who has not joined yet. True only if the token
    has the scope `read`."""
    _used_up: dict[int, bool] = field(default_factory=dict, compare=False, repr=False)
    _finished: set[int] = field(default_factory=set, compare=False, repr=False)

    @property
    def knows_of_it(self) -> bool:
        """Whether the viewer may know that the competition exists. Only its organisers know of a draft.

        For everybody else, every address of a draft answers as if the draft did not exist.
        """
        return is_known(self.competition, organises=self.organises)

    @property
    def sees_standings(self) -> bool:
        """Whether the viewer sees the standings. Everyone who knows of the competition does, with two
        exceptions. In an invite-only competition, only entrants and organisers see them. In a duel against
        a chosen opponent, only the two players see them."""
        is_in = self.entry is not None or self.watches or self.awaited
        return shows_standings(self.competition, organises=self.organises, is_in=is_in)

    @property
    def sees_what_all_see(self) -> bool:
        """Whether every viewer gets the same standings now: strangers, entrants and organisers.

        Viewers differ if some may not see the standings. While scores of an opened round are
        hidden, or during a freeze, viewers also differ, because players see their own hidden scores.
        """
        everyone = shows_standings(self.competition, organises=False, is_in=False)
        if not everyone or self.frozen_since is not None:
            return False
        if self.competition.standings == Scores.LIVE:
            return True
        return all(self.opened_up(round) for round in self.competition.opened_rounds(self.now))

    @property
    def is_led_to_it(self) -> bool:
        """Whether a list about a player may contain the competition. It may if the competition is public, or
        if the viewer plays in it or organises it. For anybody else, the list would reveal a secret link."""
        if leads_everyone_there(self.competition):
            return self.knows_of_it
        return self.organises or self.entry is not None

    @property
    def sees_trail(self) -> bool:
        """Whether the viewer may read the audit trail. Entrants and organisers may."""
        return self.organises or self.entry is not None

    def opened_up(self, round: Round) -> bool:
        """Whether the round is closed for everyone, so that nothing about it is hidden any more.

        This is so as soon as its window and its last attempt have ended. Before that, a player who saw the
        games of others could still make a move.
        """
        return round.state(self.now) == "closed" and round.pk not in self.unended

    def seed(self, round: Round) -> str | None:
        """The seed of a round; None if the viewer may not see it. Once the round is closed for everyone,
        entrants and all who see the standings see the seed. In open play, entrants see it once the round is
        open.

        A challenge's link contains the seed, so anybody with the link sees it once the round is open, too.
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
        """The deal's par; None until the round is closed for everyone. Only viewers who may see the seed get
        it, since par follows from the cards."""
        return round.par if self.opened_up(round) and self.seed(round) is not None else None

    @property
    def awaits_par(self) -> bool:
        """Whether par is still being searched for in a round, and will be shown to the viewer. At most one
        query."""
        sought = [
            round
            for round in self.competition.rounds_in_order
            if self.par(round) is None and self.may_be_solved(round) and self.seed(round) is not None
        ]
        return bool(sought) and SolvedRound.objects.filter(round__in=sought, due=True).exists()

    def may_be_solved(self, round: Round) -> bool:
        """Whether a solver may be given the cards. True as soon as nobody can play the round any more,
        unless the competition was cancelled."""
        return self.competition.cancelled_at is None and self.opened_up(round)

    @property
    def frozen_since(self) -> datetime | None:
        """When the standings froze; None if they are not frozen."""
        return self.competition.frozen_since(self.now)

    def _was_opened_up(self, round: Round) -> bool:
        """Whether the round is closed for everyone. During a freeze, its window must also have ended before
        the freeze began."""
        since = self.frozen_since
        return self.opened_up(round) and (since is None or round.window.is_over(since))

    def has_final_places(self, round: Round) -> bool:
        """Whether the places in the round are final: the round is closed for everyone, and the competition is
        neither frozen nor cancelled. This does not check whether the viewer may see the places."""
        counts = self.competition.cancelled_at is None
        return counts and self.frozen_since is None and self.opened_up(round)

    def knows_scores(self, round: Round) -> bool:
        """Whether the viewer may know the scores of others in a round. The competition's setting decides
        when: at once, after the viewer has finished the round, or after the round is closed for everyone.

        Scores that were hidden when a freeze began stay hidden during the freeze, and so do new scores.
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
        """Whether the round's scores may be shown, without names, after a practice game with the same cards.
        The viewer must know the scores, and the competition must be neither frozen nor cancelled.
        In a challenge, that is enough. Other competitions must be public, and the round closed for
        everyone."""
        competition = self.competition
        if competition.cancelled_at is not None or self.frozen_since is not None:
            return False
        if competition.kind == Kind.CHALLENGE:
            return self.knows_scores(round)
        return competition.access == Access.PUBLIC and self.opened_up(round) and self.knows_scores(round)

    def tells_difficulty(self, round: Round) -> bool:
        """Whether the viewer may know how hard the deal was. The round must be closed for everyone, and the
        viewer must know all scores, since the difficulty follows from them."""
        return self.opened_up(round) and self.knows_scores(round)

    def tells_field(self, round: Round) -> bool:
        """Whether all games of a round may be shown together. The round must be closed for everyone, and the
        viewer must see its scores and its games. During a freeze, its window must also have ended before the
        freeze began."""
        return self._was_opened_up(round) and self.knows_scores(round) and self.sees_ended_games(round)

    def deals_to_anyone(self, round: Round) -> bool:
        """Whether anybody may play the closed round again (as a ghost). The viewer must see all games of the
        round, and the competition must not be cancelled. The competition must also be public, unless it is a
        bot deal, that is, a contest that the site's own bots have played."""
        if self.competition.cancelled_at is not None or not self.tells_field(round):
            return False
        return leads_everyone_there(self.competition) or hasattr(self.competition, "bot_deal")

    def knows_of(self, attempt: Attempt) -> bool:
        """Whether the viewer may know that the attempt exists, and who plays it."""
        return self._own(attempt) or self.sees_standings

    def sees_attempt(self, attempt: Attempt) -> bool:
        """Whether the viewer may see the score and times of an attempt. Otherwise the viewer sees at most
        whether it is running."""
        if self._own(attempt):
            return True
        if attempt.ended_at is None or not self.knows_scores(attempt.round):
            return False
        return self.frozen_since is None or attempt.ended_at <= self.frozen_since

    @property
    def tells_time_left(self) -> bool:
        """Whether the viewer may know how much time the running attempts of others have left. Organisers may,
        because they can grant more time. The time left reveals when an attempt began, but nothing of the
        game."""
        return self.organises

    def may_share_score(self, attempt: Attempt) -> bool:
        """Whether a player may share the score of an attempt with people who have not played.

        Players may share their own scores, with two exceptions. If scores are shown only after the close,
        players may not share theirs earlier. During a freeze, they may not share hidden scores.
        """
        if self.competition.standings == Scores.FINAL and not self.knows_scores(attempt.round):
            return False
        since = self.frozen_since
        return since is None or (attempt.ended_at is not None and attempt.ended_at <= since)

    def sees_played(self, attempt: Attempt) -> bool:
        """Whether the viewer may see the moves and the table of an attempt: its view and its log.

        The attempt's own player always may. For others, the attempt must have ended, and they must be allowed
        to see its score and the round's ended games.
        """
        if self._own(attempt):
            return True
        return self.sees_attempt(attempt) and self.sees_ended_games(attempt.round)

    def may_have_receipt(self, attempt: Attempt) -> bool:
        """Whether the viewer may have a receipt of an attempt, with the seed, the moves and the place in the
        round.

        The round must be closed for everyone. If it was still open when a freeze began, its places stay
        hidden until the freeze ends.
        """
        shown = self.seed(attempt.round) is not None and self.sees_played(attempt)
        return shown and self.sees_standings and self._was_opened_up(attempt.round)

    def may_have_analysis(self, attempt: Attempt) -> bool:
        """Whether the viewer may know what was possible in an attempt. An analysis reveals the cards, so only
        viewers who may see the seed and the moves get one."""
        shown = self.seed(attempt.round) is not None and self.sees_played(attempt)
        return shown and self.may_be_solved(attempt.round)

    def sees_ended_games(self, round: Round) -> bool:
        """Whether the viewer may see the ended games of others in a round.

        Everyone who sees the standings may, once the round is closed for everyone. Before that, entrants may
        if the competition allows it and if they have ended their last attempt in the round. By default,
        sealed competitions do not allow it: somebody could join, give up at once, and tell a friend what the
        games of others show.
        """
        if self.opened_up(round):
            return self.sees_standings
        if not (self.competition.shows_others_early and self.knows_scores(round)):
            return False  # a game would reveal its score
        return self._is_through_with(round)

    def rounds_to_watch(self, rounds: Sequence[Round]) -> list[int]:
        """The numbers of the rounds for which `sees_ended_games` is true, with one query for all."""
        if self.entry is not None and self.competition.attempts is not None:
            ended = self.entry.attempts.used_up().filter(round__in=rounds)
            self._note_made(rounds, dict(ended.values_list("round").annotate(Count("pk"))))
        return [round.number for round in rounds if self.sees_ended_games(round)]

    def _own(self, attempt: Attempt) -> bool:
        return self.plays_as is not None and attempt.entry_id == self.plays_as.pk

    def _has_finished(self, round: Round) -> bool:
        """Whether the viewer has ended an attempt in the round. During a freeze, the attempt must have ended
        before the freeze began. An attempt in whose place an organiser granted a fresh one does not count.
        This takes one query for all rounds."""
        if self.entry is None:
            return False
        if not self._finished:
            ended = self.entry.attempts.used_up()
            self.note_finished(ended.values_list("round", "ended_at"))
        return round.pk in self._finished

    def note_finished(self, ended: Iterable[tuple[int, datetime | None]]) -> None:
        """Remember in which rounds the viewer has ended attempts. `ended` are pairs of a round's primary key
        and the time when an attempt at it ended. During a freeze, only attempts that ended before the freeze
        count."""
        since, was_asked = self.frozen_since, 0
        before = (round for round, at in ended if since is None or (at is not None and at <= since))
        self._finished.update((was_asked, *before))

    def note_all_ended(self, ended: Sequence[tuple[int, datetime | None]]) -> None:
        """Remember the ended attempts that use up attempts of the viewer's entry, in pairs as in
        `note_finished`. `ended` has all of them, so that no round needs a query of its own."""
        self.note_finished(ended)
        self._note_made(self.competition.rounds_in_order, Counter(round for round, _ in ended))

    def _note_made(self, rounds: Iterable[Round], made: Mapping[int, int]) -> None:
        """Remember in which of these rounds the viewer has no attempt left. `made` maps the primary keys of
        rounds to the numbers of ended attempts at them."""
        allowed = self.competition.attempts
        for round in rounds:
            used_up = allowed is not None and made.get(round.pk, 0) >= allowed
            self._used_up[round.pk] = used_up or self._is_done_with(round)

    def _is_through_with(self, round: Round) -> bool:
        if round.pk not in self._used_up:
            self._used_up[round.pk] = self._has_used_up(round)
        return self._used_up[round.pk]

    def _is_done_with(self, round: Round) -> bool:
        """Whether the viewer has declared that they make no more attempts in the round.

        In sealed play, this is always false: a declaration must not show the games of others to a player who
        has not played.
        """
        open_play = self.competition.play == Play.OPEN
        return open_play and self.entry is not None and self.entry.is_done_with(round)

    def _has_used_up(self, round: Round) -> bool:
        if self._is_done_with(round):
            return True
        allowed = self.competition.attempts
        if self.entry is None or allowed is None:
            return False
        return self.entry.attempts.used_up().filter(round=round).count() >= allowed

    def commitment(self, round: Round) -> str | None:
        """The commitment to the deal. None in each of these cases: the viewer may not know of the
        competition; the deal has a band (a promise, for example that the deal can be won) and is not
        announced yet; the seed is so short that it could be guessed from the commitment, and the round is
        not open yet."""
        if not self.knows_of_it or not round.deal.is_found(self.now):
            return None
        if round.deal.guessable and round.state(self.now) == "scheduled":
            return None
        return round.deal.commitment

    @property
    def invite(self) -> str | None:
        """The invite code, for organisers only."""
        return self.competition.invite or None if self.organises else None


def is_known(competition: Competition, *, organises: bool) -> bool:
    """Whether a viewer may know that the competition exists. Only its organisers know of a draft."""
    return competition.published_at is not None or organises


def leads_everyone_there(competition: Competition) -> bool:
    """Whether lists about players may show the competition to everyone once it is published."""
    return competition.access == Access.PUBLIC


def shows_standings(competition: Competition, *, organises: bool, is_in: bool) -> bool:
    """Whether a viewer sees the standings. `is_in` is true for entrants, for watchers, and for the player for
    whom a duel was made."""
    link_is_enough = competition.access in (Access.PUBLIC, Access.UNLISTED) and competition.against_id is None
    return is_known(competition, organises=organises) and (link_is_enough or organises or is_in)


def speaks_for_organiser(scopes: Collection[str]) -> bool:
    """Whether a token with these scopes shows what organisers see."""
    return not {"read", "organise"}.isdisjoint(scopes)


ENTRANTS_ALONE: Final = _("Only entrants see this; a token needs the scope read for it.")


def speaks_for_entrant(scopes: Collection[str]) -> bool:
    """Whether a token with these scopes shows what entrants see."""
    return "read" in scopes


def viewpoint(competition: Competition, viewer: Player | None, now: datetime) -> Viewpoint:
    """The viewpoint of `viewer` (None for a stranger) on `competition`."""
    return viewpoints([competition], viewer, now)[0]


def viewpoints(competitions: Sequence[Competition], viewer: Player | None, now: datetime) -> list[Viewpoint]:
    """The viewpoints of `viewer` on each of `competitions`, in order.

    This takes one query for a player, one more if any competition has co-organisers, and one more if any
    round's window is over.
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
    """The rounds for which `knows_scores` is true. This takes one query for all. Afterwards the viewpoints in
    `seen` answer about scores and games without queries. `seen` must come from one call of `viewpoints`."""
    _read_ended(seen)
    return [round for one in seen for round in one.competition.rounds_in_order if one.knows_scores(round)]


def _read_ended(seen: Iterable[Viewpoint]) -> None:
    """Read with one query the ended attempts of these viewpoints' entries. Each viewpoint remembers
    its own."""
    of_entry = {one.entry.pk: one for one in seen if one.entry is not None}
    ended = Attempt.objects.used_up().filter(entry__in=list(of_entry))
    theirs: dict[str, list[tuple[int, datetime | None]]] = defaultdict(list)
    for entry, round, ended_at in ended.values_list("entry", "round", "ended_at"):
        theirs[entry].append((round, ended_at))
    for entry, one in of_entry.items():
        one.note_all_ended(theirs[entry])


def viewpoints_of_entrants(
    competition: Competition, entries: Sequence[Entry], now: datetime
) -> list[Viewpoint]:
    """The viewpoint of each of these entrants, as players of the competition. This takes two queries for all.
    `entries` must be read with their players."""
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
    """The viewpoint of an organiser of `competition` who does not play in it."""
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
    """The viewpoint that all watchers of `competition` share; `Viewpoint.sees_standings` says who may watch.

    All watchers get the same messages, so a message shows only what somebody who has not played may see.
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
    """The ids of those `competitions` that the player organises, alone or with others."""
    organised = {each.pk for each in competitions if each.organiser_id == player.pk}
    if shared := [each.pk for each in competitions if each.shared and each.pk not in organised]:
        theirs = player.co_organised.filter(competition__in=shared)
        organised.update(theirs.values_list("competition", flat=True))
    return organised


def _unended(competitions: Sequence[Competition], now: datetime) -> frozenset[int]:
    """The primary keys of closed rounds that still have running attempts. If a competition has a closed
    round, its open rounds with running attempts are included, too.

    The query names competitions, not rounds, since a page of competitions may have more rounds than a query
    can have parameters.
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
