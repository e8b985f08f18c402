"""Competitions and their rounds."""

from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any, Final, NamedTuple

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.functional import cached_property

from ..translatable import Translatable
from .choices import Access, Counts, Kind, Names, Others, Play, Ranking, Scores
from .contest_names import ABOUT_BOTS, OF_BOTS, OF_SERIES, contest_title
from .contest_orders import CLOSING_NEXT, NEWEST, OPENING_NEXT
from .dailies import Daily
from .deals import Deal
from .ids import PublicIdField
from .players import Player
from .windows import Window, has_begun, is_over, over

SHORTEST_NAME: Final = 2
LONGEST_NAME: Final = 80
LONGEST_ABOUT: Final = 2_000
MOST_ROUNDS: Final = 30
FEWEST_PLACES: Final = 2
MOST_PLACES: Final = 100_000
PLACES_OF_A_DUEL: Final = 2
MOST_ATTEMPTS: Final = 100
SHORTEST_LIMIT_S: Final = 10
LONGEST_LIMIT_S: Final = 86_400


class CompetitionQuerySet(models.QuerySet["Competition"]):
    def with_rounds(self) -> "CompetitionQuerySet":
        """Also read organisers, days (of dailies), opponents, rounds and deals of the competitions, by two
        queries in all.

        The deals are joined to their rounds. A separate query for the deals would list all their keys, and
        SQLite refuses a query with a thousand keys.
        """
        found = self.select_related("organiser", "daily", "against")
        return found.prefetch_related(_rounds_and_deals())

    def with_round_counts(self) -> "CompetitionQuerySet":
        """Like `with_rounds`, but read only the number of rounds, as `round_count`. To read the rounds later,
        call `read_rounds`."""
        rounds = Round.objects.filter(competition=models.OuterRef("pk")).order_by().values("competition")
        counted = self.annotate(round_count=models.Subquery(rounds.values(n=models.Count("pk"))))
        return counted.select_related("organiser", "daily", "against")

    def listed(self) -> "CompetitionQuerySet":
        """The competitions in the public lists."""
        return self.filter(access=Access.PUBLIC, published_at__isnull=False)

    def of(self, player: Player) -> "CompetitionQuerySet":
        """The competitions that the player organises or has joined, and the duels made for the player."""
        # A union is used because PostgreSQL reads every competition to answer an OR of these conditions.
        theirs = player.organised.order_by().values("pk")
        shared = player.co_organised.order_by().values("competition")
        entered = player.entries.order_by().values("competition")
        awaited = player.awaited.order_by().values("pk")
        return self.filter(pk__in=theirs.union(shared, entered, awaited))

    def playing(self, game_slug: str) -> "CompetitionQuerySet":
        """The competitions with a round of this game. The query uses EXISTS, so the database reads rounds
        only until a page of competitions is full."""
        rounds = Round.objects.filter(competition=models.OuterRef("pk"), deal__game_slug=game_slug)
        return self.filter(models.Exists(rounds))

    def in_state(self, state: str, now: datetime) -> "CompetitionQuerySet":
        """The competitions whose `Competition.state` is `state` at `now`; none if the state is unknown."""
        on = self.filter(published_at__isnull=False, cancelled_at=None)
        timed = on.alias(begins=Coalesce("opens_at", "published_at"))
        match state:
            case "draft":
                return self.filter(published_at=None, cancelled_at=None)
            case "cancelled":
                return self.exclude(cancelled_at=None)
            case "scheduled":
                return timed.exclude(has_begun("begins", now))
            case "running":
                return timed.filter(has_begun("begins", now)).exclude(over("closes_at", now))
            case "closed":
                return timed.filter(over("closes_at", now), certified_at=None)
            case "final":
                return timed.exclude(certified_at=None)
        return self.none()


def _rounds_and_deals() -> "models.Prefetch[Any]":
    """A prefetch that fills `Competition.rounds_in_order` by one query."""
    return models.Prefetch("rounds", Round.objects.select_related("deal"), to_attr="rounds_in_order")


def read_rounds(competitions: Sequence["Competition"]) -> None:
    """Fill `rounds_in_order` of the competitions with their rounds and deals, by one query."""
    models.prefetch_related_objects(competitions, _rounds_and_deals())


class Competition(models.Model):
    """An event of one or more rounds, each with one deal and one window."""

    id = PublicIdField()
    kind = models.CharField(max_length=9, choices=Kind.choices, default=Kind.CONTEST)
    organiser = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="organised", null=True, blank=True
    )
    """The owner of the competition; null for a daily or a duel, which nobody owns."""
    daily = models.OneToOneField(Daily, on_delete=models.PROTECT, null=True, blank=True)
    """The calendar entry of the competition if it is a daily, else null."""
    against = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="awaited", db_index=False, null=True, blank=True
    )
    """The chosen opponent of a duel; null if anybody may take the duel up, or if this is no duel."""
    rematch_of = models.OneToOneField(
        "self", on_delete=models.PROTECT, related_name="rematch", null=True, blank=True
    )
    """The earlier duel of the same two players if this competition is a rematch, else null."""
    series = models.ForeignKey(
        "Series", on_delete=models.PROTECT, related_name="contests", db_index=False, null=True, blank=True
    )
    """The series that the contest belongs to; null if it belongs to none."""
    series_on = models.DateField(null=True, blank=True)
    """The date of the contest in its series, in the zone of the series; null outside of a series."""
    name = models.CharField(max_length=LONGEST_NAME)
    """The name, as the API gives it. If the site gave the name, it is in the site's language; people read
    `title`."""
    name_facts = models.JSONField(null=True, blank=True)
    """The kind and the facts of a name that the site gave; null for a name in the organiser's own words."""
    about = models.TextField(max_length=LONGEST_ABOUT, blank=True)
    """The description of the competition, in plain text."""
    access = models.CharField(max_length=8, choices=Access.choices)
    play = models.CharField(max_length=6, choices=Play.choices)
    attempts = models.PositiveSmallIntegerField(null=True, blank=True)
    """How many attempts each entry has in each round; null for no limit."""
    counts = models.CharField(max_length=5, choices=Counts.choices)
    others = models.CharField(max_length=8, choices=Others.choices, default=Others.CLOSED)
    """When players may watch the games of others. Always `closed` in open play, where this setting has no
    effect."""
    time_limit_s = models.PositiveIntegerField(null=True, blank=True)
    """The seconds that one attempt may take in sealed play; null for no limit."""
    opens_at = models.DateTimeField(null=True, blank=True)
    """When the competition opens; null if it opens as soon as it is published."""
    closes_at = models.DateTimeField(null=True, blank=True)
    """When the competition closes; null if it stays open until the organiser closes it."""
    ranking = models.CharField(max_length=11, choices=Ranking.choices, default=Ranking.TOTAL)
    tie_break = models.CharField(max_length=32, blank=True)
    """The tie-breaks in the order of use: values of `TieBreak`, separated by commas."""
    standings = models.CharField(max_length=5, choices=Scores.choices, default=Scores.LIVE)
    freeze_at = models.DateTimeField(null=True, blank=True)
    """When the standings freeze; they stay frozen until the competition closes. Null if they never freeze."""
    max_entries = models.PositiveIntegerField(null=True, blank=True)
    """How many entries the competition may have at most; null for no limit."""
    bots = models.BooleanField(default=True)
    """Whether bots may join the competition."""
    names = models.CharField(
        max_length=4, choices=Names.choices, default=Names.OWN, db_default=Names.OWN.value
    )
    invite = models.CharField(max_length=16, blank=True)
    """The code by which players join, if `access` is `invite`."""
    closes_once_played = models.BooleanField(default=False)
    """Whether the competition closes by itself as soon as all places are taken and no entry can make another
    attempt."""
    created_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    """When the competition was published; null for a draft, which only its organisers see."""
    shared = models.BooleanField(default=False)
    """Whether the competition has co-organisers."""
    cancelled_at = models.DateTimeField(null=True, blank=True)
    certified_at = models.DateTimeField(null=True, blank=True)
    """When the organiser or the site declared the results final; null before that."""
    challenge = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001 - nulls are not unique
    """A hash of a challenge's deal. If the maker challenges with that deal again, the hash finds the existing
    challenge. Null after the challenge has ended or got a new owner, and for all other kinds of competition.
    """
    entrants = models.PositiveIntegerField(default=0)
    """How many players have joined. The number is stored because every message to watchers contains it."""
    has_places = models.BooleanField(default=False)
    """Whether the places of all entries are stored. This is done only in large contests of one round; see
    `ledger/entry_places`."""
    changes = models.PositiveBigIntegerField(default=0)
    """How many writes have changed the standings; see `version_at`."""
    events = models.PositiveBigIntegerField(default=0)
    """The number of the competition's newest event. A transaction that numbers an event locks this row until
    the commit, so events become visible in the order of their numbers."""
    has_news = models.BooleanField(default=False)
    """Whether the competition has new events that were not passed on yet to its followers, such as the
    follower for webhooks."""
    due_at = models.DateTimeField(null=True, blank=True)
    """When the states of the competition and its rounds must be recorded next: at the next opening, close or
    freeze, or in a few seconds if attempts in a closed round still run. Null if nothing is left to record."""

    objects = CompetitionQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-id")
        indexes = (
            *(
                models.Index(fields=("access", *columns), condition=Q(published_at__isnull=False), name=name)
                for columns, name in (
                    (NEWEST.columns, "competition_listed"),
                    (OPENING_NEXT.columns, "competition_listed_opening"),
                    (CLOSING_NEXT.columns, "competition_listed_closing"),
                )
            ),
            models.Index(
                fields=("access", *NEWEST.columns),
                condition=Q(published_at__isnull=False, closes_at=None),
                name="competition_listed_endless",
            ),
            models.Index(fields=("closes_at",), name="competition_closing"),
            models.Index(fields=("due_at",), condition=Q(due_at__isnull=False), name="competition_due"),
            models.Index(fields=("id",), condition=Q(has_news=True), name="competition_with_news"),
            models.Index(fields=("against",), condition=Q(against__isnull=False), name="competition_against"),
        )
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=Kind.values), name="competition_kind_known"),
            models.CheckConstraint(
                condition=Q(kind__in=(Kind.DAILY, Kind.DUEL)) ^ Q(organiser__isnull=False),
                name="competition_organiser_where_a_player_made_it",
            ),
            models.CheckConstraint(condition=Q(access__in=Access.values), name="competition_access_known"),
            models.CheckConstraint(condition=Q(play__in=Play.values), name="competition_play_known"),
            models.CheckConstraint(condition=Q(counts__in=Counts.values), name="competition_counts_known"),
            models.CheckConstraint(condition=Q(others__in=Others.values), name="competition_others_known"),
            models.CheckConstraint(condition=Q(ranking__in=Ranking.values), name="competition_ranking_known"),
            models.CheckConstraint(condition=Q(names__in=Names.values), name="competition_names_known"),
            models.CheckConstraint(condition=Q(standings__in=Scores.values), name="competition_scores_known"),
            models.CheckConstraint(
                condition=Q(freeze_at=None) | Q(closes_at__isnull=False, freeze_at__lt=F("closes_at")),
                name="competition_frozen_before_it_closes",
            ),
            models.CheckConstraint(
                condition=Q(max_entries=None) | Q(max_entries__range=(FEWEST_PLACES, MOST_PLACES)),
                name="competition_places_in_range",
            ),
            models.CheckConstraint(
                # A competition that closes by itself needs limits on entries and attempts. Otherwise more
                # players could always join or play again.
                condition=Q(closes_once_played=False) | Q(max_entries__isnull=False, attempts__isnull=False),
                name="competition_closes_once_all_can_have_played",
            ),
            models.CheckConstraint(
                condition=Q(max_entries=None) | Q(entrants__lte=F("max_entries")),
                name="competition_no_fuller_than_full",
            ),
            models.CheckConstraint(
                condition=Q(cancelled_at=None) | Q(certified_at=None),
                name="competition_cancelled_is_not_certified",
            ),
            models.CheckConstraint(
                condition=Q(published_at__isnull=False) | Q(entrants=0, certified_at=None),
                name="competition_draft_has_no_entrants",
            ),
            models.CheckConstraint(
                condition=Q(play=Play.SEALED) | Q(others=Others.CLOSED),
                name="competition_others_in_sealed_play",
            ),
            models.CheckConstraint(
                condition=Q(attempts=None) | Q(attempts__range=(1, MOST_ATTEMPTS)),
                name="competition_attempts_in_range",
            ),
            models.CheckConstraint(
                condition=Q(closes_at=None)
                | Q(closes_at__gt=Coalesce("opens_at", "published_at", "created_at")),
                name="competition_closes_after_it_opens",
            ),
            models.CheckConstraint(
                condition=Q(play=Play.OPEN) | Q(attempts__isnull=False, attempts=1),
                name="competition_sealed_has_one_attempt",
            ),
            models.CheckConstraint(
                condition=Q(time_limit_s=None)
                | Q(play=Play.SEALED, time_limit_s__range=(SHORTEST_LIMIT_S, LONGEST_LIMIT_S)),
                name="competition_time_limit_in_sealed_play",
            ),
            models.CheckConstraint(
                # A null `closes_at` must be refused explicitly: a comparison with null is not false, so the
                # constraint would accept it.
                condition=Q(certified_at=None) | Q(closes_at__isnull=False, closes_at__lte=F("certified_at")),
                name="competition_certified_once_closed",
            ),
            models.CheckConstraint(
                condition=Q(access=Access.INVITE) ^ Q(invite=""), name="competition_invite_code_where_needed"
            ),
            models.UniqueConstraint(fields=("organiser", "challenge"), name="competition_challenge_once"),
            models.CheckConstraint(
                condition=Q(daily=None) ^ Q(kind=Kind.DAILY), name="competition_daily_has_its_day"
            ),
            models.UniqueConstraint(
                fields=("series", "series_on"), name="competition_once_a_date_of_a_series"
            ),
            models.CheckConstraint(
                condition=Q(series=None) ^ Q(kind=Kind.SERIES), name="competition_series_has_its_contests"
            ),
            models.CheckConstraint(
                condition=Q(series=None) ^ Q(series_on__isnull=False), name="competition_series_has_its_dates"
            ),
            models.CheckConstraint(
                condition=Q(challenge=None) | Q(kind=Kind.CHALLENGE, play=Play.OPEN),
                name="competition_challenge_is_open_play",
            ),
            models.CheckConstraint(
                condition=(~Q(kind=Kind.DUEL) & Q(against=None, rematch_of=None))
                | Q(
                    kind=Kind.DUEL,
                    play=Play.SEALED,
                    max_entries=PLACES_OF_A_DUEL,
                    closes_once_played=True,
                    closes_at__isnull=False,
                ),
                name="competition_duel_is_for_two",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @classmethod
    def read(cls, competition_id: str) -> "Competition":
        """Read the competition with this id, its organiser, and its day if it is a daily. Raises
        DoesNotExist."""
        return cls.objects.select_related("organiser", "daily").get(pk=competition_id)

    @cached_property
    def rounds_in_order(self) -> list["Round"]:
        """The rounds of the competition with their deals, read from the database at the first access."""
        # Python sorts the rounds. With an ORDER BY, Django would take 1.5 times as long for this query,
        # because it would compare the order with each of the many columns that the query reads.
        return sorted(self.rounds.select_related("deal").order_by(), key=attrgetter("number"))

    @property
    def title(self) -> Translatable:
        """The name that people read: in their language if the site gave it, else in the organiser's words."""
        return contest_title(self.name, self.name_facts)

    @property
    def has_words_in_title(self) -> bool:
        """Whether words of the title are the organiser's: the whole title, or the series' name in it."""
        return self.name_facts is None or OF_SERIES in self.name_facts

    @property
    def description(self) -> Translatable:
        """The description that people read: `about`. If the site wrote it, it is in the reader's language."""
        return ABOUT_BOTS if self.about and self.site_describes else self.about

    @property
    def site_describes(self) -> bool:
        """Whether the site itself describes the competition, as it does for deals of its bots."""
        return (self.name_facts or {}).get("kind") == OF_BOTS

    @property
    def opening(self) -> datetime:
        """When the competition opens or has opened: `opens_at` if it is set, else the publication. For a
        draft without `opens_at`, its creation."""
        return self.opens_at or self.published_at or self.created_at

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        return tuple(filter(None, self.tie_break.split(",")))

    @property
    def full(self) -> bool:
        """Whether every place is taken."""
        return self.max_entries is not None and self.entrants >= self.max_entries

    @property
    def rated(self) -> bool:
        """Whether the results of players who join now count for ratings."""
        open_to_all = self.access == Access.PUBLIC or self.kind in (Kind.DAILY, Kind.DUEL)
        return self.play == Play.SEALED and open_to_all

    def state(self, now: datetime) -> str:
        """The state: `draft`, `scheduled`, `running`, `closed`, `final` or `cancelled`. Time changes
        `scheduled` to `running` and `running` to `closed`. Organisers or the site make all other changes."""
        if self.cancelled_at is not None:
            return "cancelled"
        if self.published_at is None:
            return "draft"
        if self.certified_at is not None:
            return "final"
        window = Window(self.opening, self.closes_at)
        if not window.has_begun(now):
            return "scheduled"
        return "closed" if window.is_over(now) else "running"

    def version_at(self, now: datetime) -> int:
        """The version of the standings at `now`. A later version has a higher number.

        The version counts the writes that change the standings. It also counts the moments at which the
        standings change without a write: when a round opens, when a round with hidden scores closes, and when
        a freeze begins or ends. Every process computes the same version.
        """
        moments = len(self.opened_rounds(now))
        if self.standings != Scores.LIVE:
            moments += sum(round.window.is_over(now) for round in self.rounds_in_order)
        if self.freeze_at is not None:
            moments += is_over(self.freeze_at, now) + is_over(self.closes_at, now)
        return self.changes + moments

    def frozen_since(self, now: datetime) -> datetime | None:
        """The moment from which the standings are frozen; None if they are not frozen."""
        frozen = is_over(self.freeze_at, now) and self.state(now) == "running"
        return self.freeze_at if frozen else None

    def hides_results(self, now: datetime) -> bool:
        """Whether some viewers of the standings cannot see new results."""
        return self.standings != Scores.LIVE or self.frozen_since(now) is not None

    @property
    def shows_others_early(self) -> bool:
        """Whether players who have no attempts left in a round may watch the games of others before the round
        closes."""
        return self.play == Play.OPEN or self.others == Others.FINISHED

    def opened_rounds(self, now: datetime) -> list["Round"]:
        """The rounds that have opened by `now`, in order, including rounds that have closed since."""
        return [round for round in self.rounds_in_order if round.has_opened(now)]

    def joinable(self, now: datetime) -> bool:
        """Whether players may join while places are free: the competition is published, and not all of its
        rounds are closed."""
        return self.published_at is not None and not self.over(now)

    def over(self, now: datetime) -> bool:
        """Whether all rounds have closed."""
        return all(round.state(now) == "closed" for round in self.rounds_in_order)

    def next_change(self, now: datetime) -> datetime | None:
        """The next moment at which the competition opens, closes or freezes, or a round opens or closes. None
        if there is no such moment."""
        moments = [self.opening, self.freeze_at, self.closes_at]
        for round in self.rounds_in_order:
            moments += [round.opening, round.closing]
        return min((moment for moment in moments if moment is not None and moment > now), default=None)


class Par(NamedTuple):
    """The best score of a deal that solvers have found. Solvers see all cards, also those face down."""

    score: int
    proven: bool
    """Whether it is proven that no better score is possible."""


class Round(models.Model):
    """A numbered deal of a competition, and the window in which it may be played."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, related_name="round")
    opens_at = models.DateTimeField(null=True, blank=True)
    """When the round opens; null if it opens together with the competition."""
    closes_at = models.DateTimeField(null=True, blank=True)
    """When the round closes; null if it closes together with the competition."""
    par_score = models.SmallIntegerField(null=True, blank=True)
    """The par of the round's deal. This column and the next two are null until the par is found. They are
    stored in the round because most readers of a round need them."""
    par_proven = models.BooleanField(null=True, blank=True)
    par_at = models.DateTimeField(null=True, blank=True)
    """When the par was found."""

    class Meta:
        ordering = ("number",)
        indexes = (models.Index(fields=("closes_at",), name="round_closing"),)
        constraints = (
            models.UniqueConstraint(fields=("competition", "number"), name="round_number_once"),
            models.CheckConstraint(condition=Q(number__range=(1, MOST_ROUNDS)), name="round_number_in_range"),
            models.CheckConstraint(
                condition=Q(par_score=None, par_proven=None, par_at=None)
                | Q(par_score__isnull=False, par_proven__isnull=False, par_at__isnull=False),
                name="round_par_is_whole",
            ),
            models.CheckConstraint(
                condition=Q(opens_at=None) | Q(closes_at=None) | Q(closes_at__gt=F("opens_at")),
                name="round_closes_after_it_opens",
            ),
        )

    def __str__(self) -> str:
        return f"round {self.number} of {self.competition_id}"

    @property
    def opening(self) -> datetime:
        """The round's own opening or the opening of the competition, whichever is later."""
        opening = self.competition.opening
        return opening if self.opens_at is None else max(self.opens_at, opening)

    @property
    def planned_opening(self) -> datetime | None:
        """The opening; None in a draft if the round opens when the draft is published."""
        event = self.competition
        has_none = event.published_at is None and self.opens_at is None and event.opens_at is None
        return None if has_none else self.opening

    @property
    def closing(self) -> datetime | None:
        """The round's own close or the close of the competition, whichever is earlier; None if neither is
        set."""
        own, closing = self.closes_at, self.competition.closes_at
        if own is None or closing is None:
            return closing if own is None else own
        return min(own, closing)

    @property
    def par(self) -> Par | None:
        """The par of the round's deal, or None until it is found. The search begins when the round is closed
        for everyone."""
        if self.par_score is None or self.par_proven is None:
            return None
        return Par(self.par_score, self.par_proven)

    @property
    def window(self) -> Window:
        return Window(self.opening, self.closing)

    def state(self, now: datetime) -> str:
        """The state: `scheduled`, `open` or `closed`. It follows from the window, except in two cases. In a
        draft, every round is `scheduled`. In a certified or cancelled competition, every round is `closed`,
        so that final results stay final even if a request comes late or the clock is set back.
        """
        event = self.competition
        if event.certified_at is not None or event.cancelled_at is not None:
            return "closed"
        if event.published_at is None:
            return "scheduled"
        window = self.window
        if window.is_over(now):
            return "closed"
        return "open" if window.has_begun(now) else "scheduled"

    def has_opened(self, now: datetime) -> bool:
        """Whether the round is or was open. A round never opens if the competition was closed or cancelled
        before the round's opening."""
        event = self.competition
        if event.published_at is None:
            return False
        until = now if event.cancelled_at is None else min(now, event.cancelled_at)
        return self.window.has_begun(until) and not self.window.is_over(self.opening)
