"""Analyses of games, and the luck of a round."""

from rest_framework import serializers

from ..describe import meaning
from ..fields import Flag, Text, Whole
from .competitions import ParResource
from .entries import EntrantResource
from .resource import RenderedResource, Resource


@meaning("How good and how lucky a move was. Luck and skill are in points of the score.")
class AnalysedMoveResource(RenderedResource):
    ply = Whole(help_text="The number of moves before this move.")
    best = Whole(
        help_text="The best final score that could still be reached before this move, with all cards known."
    )
    proven = Flag(help_text="Whether it is proven that no play from there ends better.")
    luck = serializers.FloatField(
        help_text="How much the cards that the move uncovered changed what the game was worth."
    )
    skill = serializers.FloatField(
        help_text="How much the move itself changed what the game was worth, before it uncovered any card."
    )
    lost = Whole(
        allow_null=True,
        help_text="The points that the move lost for certain, whatever the hidden cards were; null if this "
        "is not known.",
    )


@meaning("How luck and skill were estimated.")
class LuckEstimateResource(RenderedResource):
    samples = Whole(help_text="The size of the sample: how many arrangements of the hidden cards were used.")
    seed = Text(help_text="The seed of the samples: the same game gives the same numbers.")


@meaning("A best line of a game, from a ply on.")
class BestWayResource(RenderedResource):
    ply = Whole(help_text="The number of moves before the line begins.")
    moves = serializers.ListField(child=Text(), help_text="The moves of the line.")


@meaning(
    "The best that could have been reached in a game with all cards known, and the parts "
    "of luck and skill. `initial`, `luck` and `skill` add up to the final score, exactly."
)
class AnalysisResource(RenderedResource):
    par = ParResource(help_text="The par of the deal.")
    moves = AnalysedMoveResource(many=True, help_text="All moves, in order.")
    initial = serializers.FloatField(
        help_text="The value of the deal before the first move, by the visible cards."
    )
    luck = serializers.FloatField(help_text="The luck of all moves.")
    skill = serializers.FloatField(help_text="The skill of all moves, including `given_up`.")
    given_up = serializers.FloatField(
        help_text="The points lost because the player gave up. They are a part of the skill."
    )
    estimate = LuckEstimateResource(
        allow_null=True, help_text="How luck and skill were estimated; null if they are exact."
    )
    lines = BestWayResource(
        many=True,
        help_text="The best ways to play on. At a given ply, use the last line that begins at this ply or "
        "earlier. Skip as many moves of the line as were made since the line began.",
    )


@meaning("A game of a round, with its luck.")
class LuckRowResource(Resource):
    entry = Text(source="entry.pk", help_text="The id of the entry.")
    player = EntrantResource(source="entry", help_text="The player of the game.")
    log = Text(help_text="The id of the log.")
    score = Whole(help_text="The score of the game.")
    luck = serializers.FloatField(help_text="The luck, in points of the score.")
    corrected = serializers.FloatField(help_text="The score minus the luck.")
    samples = Whole(
        allow_null=True,
        help_text="How many arrangements of the hidden cards the luck was estimated from; null if the luck "
        "is exact.",
    )


@meaning("The luck in the games of a round that count and were analysed. It changes no standings.")
class FieldLuckResource(Resource):
    games = Whole(help_text="How many games of the round count.")
    rows = LuckRowResource(
        many=True,
        help_text="The games that were analysed, in the order of their scores without luck, the best first.",
    )
