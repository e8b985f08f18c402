"""Competitions and their rounds, as a viewer sees them."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request

from ...embargo.visibility import Viewpoint
from ...models import (
    Access,
    BandKind,
    Competition,
    Counts,
    Kind,
    Names,
    Others,
    Par,
    Play,
    Player,
    Ranking,
    Round,
    Scores,
    TieBreak,
)
from ...ratings.difficulty import DealDifficulty, shown_difficulties
from .. import meanings
from ..describe import meaning
from ..fields import Choice, Date, Flag, Moment, Options, Text, Whole
from .players import PlayerResource
from .resource import Body, Resource

STATES = ("draft", "scheduled", "running", "closed", "final", "cancelled")


@meaning("The score to expect from players of one rating at a deal.")
class ExpectedScoreResource(Resource):
    rating = Whole(help_text="A rating at the game, a multiple of 100.")
    score = serializers.FloatField(help_text="The expected score, with one decimal.")


@meaning("How hard a deal was.")
class DifficultyResource(Resource):
    players = Whole(
        help_text="The number of players from whose results the difficulty was computed: at least ten."
    )
    expected = ExpectedScoreResource(
        many=True,
        help_text="The expected scores for some ratings between the lowest and the highest of these "
        "players, the lowest rating first. For another rating, take the nearest of these.",
    )


@meaning("The best score that a deal allows with all cards known.")
class ParResource(Resource):
    score = Whole(help_text="The score that some play of the deal reaches.")
    proven = Flag(help_text="Whether no play ends better. If not, `score` is the best score known so far.")


@meaning("The band of a deal, which its organiser chose.")
class BandResource(Resource):
    kind = Choice(BandKind.values, help_text=meanings.BAND_KIND)
    low = Whole(allow_null=True, help_text=meanings.BAND_LOW)
    high = Whole(allow_null=True, help_text=meanings.BAND_HIGH)


DEAL_STATES = ("fixed", "sought", "not_found")


class RoundSeen(NamedTuple):
    round: Round
    seen: Viewpoint
    difficulty: DealDifficulty | None

    @property
    def state(self) -> str:
        return self.round.state(self.seen.now)

    @property
    def commitment(self) -> str | None:
        return self.seen.commitment(self.round)

    @property
    def deal_state(self) -> str:
        deal, now = self.round.deal, self.seen.now
        return "not_found" if deal.is_not_to_be_found(now) else "fixed" if deal.is_found(now) else "sought"

    @property
    def seed(self) -> str | None:
        return self.seen.seed(self.round)

    @property
    def par(self) -> Par | None:
        return self.seen.par(self.round)


@meaning("A round: one deal, the same for everyone, and the window in which it can be played.")
class RoundResource(Resource):
    number = Whole(source="round.number", help_text="The number of the round in the competition, from 1 on.")
    game = Text(source="round.deal.game_slug", help_text="The slug of the game.")
    rules = Options(source="round.deal.rules", child=Text(), help_text="Every option of the game.")
    state = Choice(["scheduled", "open", "closed"], help_text="Whether the round can be played now.")
    opens_at = Moment(
        source="round.planned_opening",
        allow_null=True,
        help_text="When the round opens; null in a draft that opens when it is published.",
    )
    closes_at = Moment(
        source="round.closing",
        allow_null=True,
        help_text="When the round closes; null: when the organiser closes it.",
    )
    band = BandResource(source="round.deal.band", allow_null=True, help_text=meanings.BAND)
    deal_state = Choice(
        DEAL_STATES,
        help_text="`fixed`: the round has its deal. The other states are those of a deal in a band, in a "
        "draft. `sought`: the server still searches for the deal. `not_found`: the server found none; "
        "search again, or for a wider band.",
    )
    commitment = Text(
        allow_null=True,
        help_text="The commitment to the seed of the deal; null while a deal is sought, and as long as "
        "it would reveal a short seed.",
    )
    seed = Text(required=False, help_text="The seed of the deal, for viewers who may see it.")
    par = ParResource(
        allow_null=True,
        help_text="The par of the deal; null until the round is closed for everyone and par is found. Also "
        "null for viewers who may not see the seed.",
    )
    difficulty = DifficultyResource(
        allow_null=True,
        help_text="How hard the deal was, by the ratings of its players; null until the round has counted "
        "for ratings. Also null with fewer than ten players, and for viewers who may not know the "
        "scores.",
    )


class CompetitionSeen(NamedTuple):
    competition: Competition
    seen: Viewpoint
    url: str
    difficulties: Mapping[int, DealDifficulty]
    """How hard the deals were, keyed by the primary key of the round."""

    @property
    def state(self) -> str:
        return self.competition.state(self.seen.now)

    @property
    def against(self) -> Player | None:
        return self.competition.against if self.seen.sees_standings else None

    @property
    def rematch_of(self) -> str | None:
        return self.competition.rematch_of_id if self.seen.sees_standings else None

    @property
    def series(self) -> Competition | None:
        return None if self.competition.series_id is None else self.competition

    @property
    def tie_break(self) -> list[str]:
        return list(self.competition.tie_breaks)

    @property
    def draft(self) -> bool:
        return self.competition.published_at is None

    @property
    def rounds(self) -> list[RoundSeen]:
        return [
            RoundSeen(round, self.seen, self.difficulties.get(round.pk))
            for round in self.competition.rounds_in_order
        ]


@meaning("The day of a daily, and its number among the dailies of its game.")
class DailyResource(Resource):
    date = Date(help_text="The day, by UTC, on which the daily is open.")
    number = Whole(help_text="1 for the first daily of its game on this site, and so on without a gap.")


@meaning("The series that a contest belongs to.")
class PartOfSeriesResource(Resource):
    id = Text(source="series_id", help_text="The id of the series.")
    date = Date(source="series_on", help_text="The contest's date, in the zone of the series.")


@meaning("A competition: its settings, its state and its rounds, as the viewer may see them.")
class CompetitionResource(Resource):
    id = Text(source="competition.pk", help_text="The id of the competition, which never changes.")
    kind = Choice(
        Kind.values,
        source="competition.kind",
        help_text="The kind of the competition. `challenge`: a deal to beat. `daily`: a deal of the day. "
        "`duel`: two players play the same deals. `series`: a contest of a series. `contest`: any other.",
    )
    daily = DailyResource(
        source="competition.daily",
        allow_null=True,
        help_text="The day, if the competition is a daily; else null.",
    )
    series = PartOfSeriesResource(
        allow_null=True,
        help_text="The series and the date, if the competition belongs to a series; else null.",
    )
    state = Choice(
        STATES,
        help_text="The state of the competition. Time changes `scheduled` to `running` and `closed`. An "
        "organiser publishes a `draft`, makes a closed competition `final`, or cancels a "
        "competition.",
    )
    url = serializers.URLField(help_text="The address of the competition's page.")
    name = Text(source="competition.name", help_text=meanings.NAME)
    about = Text(source="competition.about", help_text=meanings.ABOUT)
    access = Choice(Access.values, source="competition.access", help_text=meanings.ACCESS)
    play = Choice(Play.values, source="competition.play", help_text=meanings.PLAY)
    attempts = Whole(source="competition.attempts", allow_null=True, help_text=meanings.ATTEMPTS)
    counts = Choice(Counts.values, source="competition.counts", help_text=meanings.COUNTS)
    others = Choice(Others.values, source="competition.others", help_text=meanings.OTHERS)
    opens_at = Moment(source="competition.opens_at", allow_null=True, help_text=meanings.OPENS_AT)
    closes_at = Moment(source="competition.closes_at", allow_null=True, help_text=meanings.CLOSES_AT)
    time_limit_s = Whole(source="competition.time_limit_s", allow_null=True, help_text=meanings.TIME_LIMIT_S)
    ranking = Choice(Ranking.values, source="competition.ranking", help_text=meanings.RANKING)
    tie_break = serializers.ListField(child=Choice(TieBreak.values), help_text=meanings.TIE_BREAK)
    standings = Choice(Scores.values, source="competition.standings", help_text=meanings.STANDINGS)
    freeze_at = Moment(source="competition.freeze_at", allow_null=True, help_text=meanings.FREEZE_AT)
    max_entries = Whole(source="competition.max_entries", allow_null=True, help_text=meanings.MAX_ENTRIES)
    bots = Flag(source="competition.bots", help_text=meanings.BOTS)
    names = Choice(Names.values, source="competition.names", help_text=meanings.NAMES)
    draft = Flag(help_text=meanings.DRAFT)
    rated = Flag(
        source="competition.rated", help_text="Whether the results of players who join now count for ratings."
    )
    organiser = PlayerResource(
        source="competition.organiser",
        allow_null=True,
        help_text="The owner of the competition; null if the site made the competition.",
    )
    against = PlayerResource(
        allow_null=True,
        help_text="The one player for whom a duel was made; null if there is none, and for viewers who are "
        "not in the duel.",
    )
    rematch_of = Text(
        allow_null=True,
        help_text="The id of the duel of which this is the rematch; null if this is no rematch, and for "
        "viewers who are not in the duel.",
    )
    created_at = Moment(source="competition.created_at", help_text="When the competition was made.")
    rounds = RoundResource(many=True, help_text="The rounds, in order.")
    invite = Text(
        source="seen.invite",
        required=False,
        help_text="The invite code, which is needed to join. Only organisers see it.",
    )


class DailiesSeen(NamedTuple):
    date: date
    competitions: Sequence[CompetitionSeen]


@meaning("The deals of a day.")
class DailiesResource(Resource):
    date = Date(help_text="The day, by UTC.")
    competitions = CompetitionResource(many=True, help_text="The dailies of this day, one of each game.")


class Organiser(NamedTuple):
    player: Player
    owner: bool


@meaning("An organiser of a competition.")
class OrganiserResource(Resource):
    player = PlayerResource(help_text="The player who organises.")
    owner = Flag(help_text="Whether this organiser owns the competition.")


def competition_json(request: Request, seen: Viewpoint) -> Body:
    [body] = competitions_json(request, [seen])
    return body


def competitions_json(request: Request, seen: Sequence[Viewpoint]) -> list[Body]:
    """The competitions as JSON, each as its viewpoint sees it. Writing them takes at most one query."""
    return CompetitionResource.each(_seen_competitions(request, seen))


def dailies_json(request: Request, day: date, seen: Sequence[Viewpoint]) -> Body:
    """The dailies of a day as JSON, each as its viewpoint sees it."""
    return DailiesResource.of(DailiesSeen(day, _seen_competitions(request, seen)))


def _seen_competitions(request: Request, seen: Sequence[Viewpoint]) -> list[CompetitionSeen]:
    difficulties = shown_difficulties(seen)

    def address(competition: Competition) -> str:
        return request.build_absolute_uri(reverse("competition", args=(competition.pk,)))

    return [CompetitionSeen(one.competition, one, address(one.competition), difficulties) for one in seen]
