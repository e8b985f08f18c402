"""Competitions and their rounds, as a viewer sees them."""

from typing import NamedTuple

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request

from ...embargo.visibility import Viewpoint
from ...models import Access, Competition, Counts, Others, Play, Player, Ranking, Round, Scores, TieBreak
from ..fields import Choice, Flag, Moment, Options, Text, Whole
from .players import PlayerResource
from .resource import Body, Resource

STATES = ("draft", "scheduled", "running", "closed", "final", "cancelled")


class RoundSeen(NamedTuple):
    round: Round
    seen: Viewpoint

    @property
    def state(self) -> str:
        return self.round.state(self.seen.now)

    @property
    def commitment(self) -> str | None:
        return self.seen.commitment(self.round)

    @property
    def seed(self) -> str | None:
        return self.seen.seed(self.round)


class RoundResource(Resource):
    number = Whole(source="round.number")
    game = Text(source="round.deal.game_slug")
    rules = Options(source="round.deal.rules", child=Text(), help_text="Every option of the game.")
    state = Choice(["scheduled", "open", "closed"])
    opens_at = Moment(source="round.opening", allow_null=True)
    closes_at = Moment(source="round.closing", allow_null=True)
    commitment = Text(allow_null=True, help_text="To the deal; null while it would give a short seed away.")
    seed = Text(required=False, help_text="For those who may see it.")


class CompetitionSeen(NamedTuple):
    competition: Competition
    seen: Viewpoint
    url: str

    kind = "contest"

    @property
    def state(self) -> str:
        return self.competition.state(self.seen.now)

    @property
    def tie_break(self) -> list[str]:
        return list(self.competition.tie_breaks)

    @property
    def draft(self) -> bool:
        return self.competition.published_at is None

    @property
    def rounds(self) -> list[RoundSeen]:
        return [RoundSeen(round, self.seen) for round in self.competition.rounds.all()]


class CompetitionResource(Resource):
    id = Text(source="competition.pk")
    kind = Choice(["contest", "daily"])
    state = Choice(STATES)
    url = serializers.URLField(help_text="Its page.")
    name = Text(source="competition.name")
    about = Text(source="competition.about")
    access = Choice(Access.values, source="competition.access")
    play = Choice(Play.values, source="competition.play")
    attempts = Whole(source="competition.attempts", allow_null=True, help_text="null: as many as one likes.")
    counts = Choice(Counts.values, source="competition.counts")
    others = Choice(Others.values, source="competition.others")
    opens_at = Moment(source="competition.opens_at", allow_null=True)
    closes_at = Moment(source="competition.closes_at", allow_null=True)
    time_limit_s = Whole(source="competition.time_limit_s", allow_null=True)
    ranking = Choice(Ranking.values, source="competition.ranking")
    tie_break = serializers.ListField(child=Choice(TieBreak.values))
    standings = Choice(Scores.values, source="competition.standings")
    freeze_at = Moment(source="competition.freeze_at", allow_null=True)
    max_entries = Whole(source="competition.max_entries", allow_null=True)
    bots = Flag(source="competition.bots", help_text="Whether declared bots may join.")
    draft = Flag()
    organiser = PlayerResource(source="competition.organiser")
    created_at = Moment(source="competition.created_at")
    rounds = RoundResource(many=True)
    invite = Text(source="seen.invite", required=False, help_text="For its organisers.")


class Organiser(NamedTuple):
    player: Player
    owner: bool


class OrganiserResource(Resource):
    player = PlayerResource()
    owner = Flag()


def competition_json(request: Request, competition: Competition, seen: Viewpoint) -> Body:
    url = request.build_absolute_uri(reverse("competition", args=(competition.pk,)))
    return CompetitionResource.of(CompetitionSeen(competition, seen, url))
