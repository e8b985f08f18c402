"""Careers of players: totals, single results, and comparisons of two players."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from ...ratings.careers.career import Career
from ...ratings.careers.summaries import GameSummary, ratings_of, summaries
from ..describe import meaning
from ..fields import Choice, Flag, Moment, Text, Whole
from .players import PlayerResource
from .resource import ABSENT, Body, PageResource, Resource


@meaning("A player's record at the dailies of a game, as far as the viewer may know it.")
class DailyStreakResource(Resource):
    streak = Whole(help_text="How many dailies were played in the present streak.")
    longest = Whole(help_text="The length of the longest streak so far.")
    played = Whole(help_text="How many dailies were played in all.")


@meaning("A player's results at one game, as far as the viewer may know them.")
class PlayedGameResource(Resource):
    played = Whole(help_text="The number of results.")
    won = Whole(help_text="How many of the games were won.")
    best = Whole(help_text="The best score.")
    median = serializers.FloatField(
        help_text="The median score. If the number of scores is even, the mean of the two scores in the "
        "middle."
    )
    scores = serializers.SerializerMethodField(
        help_text="How often each score was reached, the best score first."
    )
    daily = DailyStreakResource(help_text="The player's record at the dailies of the game.")

    def get_scores(self, game: GameSummary) -> dict[str, int]:
        return {str(score): times for score, times in game.scores.items()}


@meaning("How good a player is at one game, by their places at rated rounds.")
class RatingResource(Resource):
    rating = Whole(help_text="The rating. A new player has 1500.")
    deviation = Whole(help_text="How uncertain the rating is, in rating points.")
    provisional = Flag(help_text="Whether the rating comes from fewer than ten rounds.")
    events = Whole(source="rounds", help_text="From how many rounds the rating comes.")


class ShownCareer:
    """A player's career as one viewer sees it. If the profile is hidden from the viewer, only the player is
    shown."""

    def __init__(self, career: Career, *, shown: bool) -> None:
        self.player = career.player
        self.joined_at: Any = career.player.created_at if shown else ABSENT
        self.games: Any = _by_game(PlayedGameResource, summaries(career)) if shown else ABSENT
        self.ratings: Any = _by_game(RatingResource, ratings_of(career)) if shown else ABSENT
        self.complete: Any = career.is_complete if shown else ABSENT


def _by_game(resource: type[Resource], things: Mapping[str, Any]) -> Mapping[str, Body]:
    return {slug: resource.of(thing) for slug, thing in things.items()}


@meaning(
    "A player and their career, as far as the viewer may know it. If the profile is hidden from the "
    "viewer, only `player` is there."
)
class ProfileResource(Resource):
    player = PlayerResource(help_text="The player.")
    joined_at = Moment(required=False, help_text="When the player registered.")
    games = serializers.DictField(
        child=PlayedGameResource(),
        required=False,
        help_text="The results at each game. The keys are the slugs of the games.",
    )
    ratings = serializers.DictField(
        child=RatingResource(), required=False, help_text="The ratings. The keys are the slugs of the games."
    )
    complete = Flag(
        required=False,
        help_text="Whether all results are counted, here and in `results`. If not, the newest 10,000 results "
        "are counted.",
    )


@meaning("An attempt that counts, at one round of one competition.")
class PastResultResource(Resource):
    competition = Text(source="attempt.round.competition_id", help_text="The id of the competition.")
    name = Text(source="attempt.round.competition.name", help_text="The name of the competition.")
    round = Whole(source="attempt.round.number", help_text="The number of the round.")
    game = Text(source="attempt.round.deal.game_slug", help_text="The slug of the game.")
    score = Whole(source="attempt.score", help_text="The score.")
    won = Flag(source="attempt.won", help_text="Whether the game was won.")
    moves = Whole(source="attempt.moves_made", help_text="How many moves were made.")
    elapsed_ms = Whole(
        source="attempt.elapsed_ms",
        allow_null=True,
        help_text="Milliseconds from the first view to the last move; null for a log that was sent whole.",
    )
    rank = Whole(
        allow_null=True,
        help_text="The place in the round; null if the viewer may not know the place, or if it may still "
        "change by tie-breaks.",
    )
    field = Whole(
        allow_null=True, help_text="How many players have a result in the round; null if this is hidden."
    )
    percentile = serializers.FloatField(
        allow_null=True,
        help_text="The percentage of the other players who did not do better; null without others, and if "
        "`rank` is null.",
    )
    ended_at = Moment(source="attempt.ended_at", help_text="When the attempt ended.")
    log = Text(allow_null=True, help_text="The id of the log; null if the viewer may not see the log.")


@meaning("The other player's result at the same round.")
class OtherResultResource(Resource):
    score = Whole(help_text="The score.")
    won = Flag(help_text="Whether the game was won.")


@meaning("A round that both players have played.")
class EncounterResource(Resource):
    competition = Text(source="attempt.round.competition_id", help_text="The id of the competition.")
    name = Text(source="attempt.round.competition.name", help_text="The name of the competition.")
    round = Whole(source="attempt.round.number", help_text="The number of the round.")
    game = Text(source="attempt.round.deal.game_slug", help_text="The slug of the game.")
    score = Whole(source="attempt.score", help_text="The score of the player.")
    won = Flag(source="attempt.won", help_text="Whether the player won the game.")
    other = OtherResultResource(help_text="The other player's result.")
    outcome = Choice(["win", "loss", "tie"], help_text="The outcome for the player.")
    ended_at = Moment(source="attempt.ended_at", help_text="When the player's attempt ended.")


@meaning(
    "A comparison of two players: a page of the rounds that both have played, and the counts over "
    "all these rounds."
)
class VersusResource(PageResource):
    wins = Whole(help_text="How often the player had the better score.")
    losses = Whole(help_text="How often the other player had the better score.")
    ties = Whole(help_text="How often both players had the same score.")
    complete = Flag(
        help_text="Whether all common rounds are counted. If not, only the newest 10,000 results of the "
        "player are used."
    )
    results = EncounterResource(many=True, help_text="The rounds on this page, the newest first.")
