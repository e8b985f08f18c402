"""Closed rounds that a player may play again (as ghosts), and how the standings of such a round developed."""

from ..describe import meaning
from ..fields import Flag, Options, Text, Whole
from .entries import EntrantResource
from .resource import RenderedResource, Resource


@meaning("A deal of a closed round, which the caller has neither played nor seen. It is played as a ghost.")
class OfferedDealResource(Resource):
    game = Text(source="game_slug", help_text="The slug of the game.")
    rules = Options(source="round.deal.rules", child=Text(), help_text="Every option of the game.")
    competition = Text(source="round.competition_id", help_text="The id of the competition.")
    round = Whole(source="round.number", help_text="The number of the round.")
    field = Whole(help_text="How many players have a result in the round, bots included.")
    bots = Whole(help_text="How many of these players are declared bots.")


@meaning("A result, and when it arrived.")
class ThenRowResource(RenderedResource):
    at_ms = Whole(
        help_text="When the result arrived, in milliseconds. In sealed play: since its player started. In "
        "open play: since the round opened."
    )
    rank = Whole(help_text="The final rank of the result. Equal results share a rank.")
    player = EntrantResource(help_text="The player of the game.")
    score = Whole(help_text="The score of the game.")
    won = Flag(help_text="Whether the game was won.")
    moves = Whole(help_text="How many moves were made.")
    elapsed_ms = Whole(
        allow_null=True,
        help_text="Milliseconds from the first view to the last move; null for a log that was sent whole.",
    )


@meaning("How many players had finished by one time.")
class StepThenResource(RenderedResource):
    at_ms = Whole(help_text="Milliseconds since the start.")
    finished = Whole(help_text="How many results there were at this time.")


@meaning(
    "How the standings of a round developed, for a player who plays the round again. At any time since "
    "the start, show the results whose `at_ms` has passed."
)
class StandingsThenResource(RenderedResource):
    among = Whole(help_text="How many results there are, without the caller's own.")
    results = ThenRowResource(
        many=True,
        help_text="The results that were ever among the first ten, and a few more: at most 300, the best "
        "first.",
    )
    finished = StepThenResource(
        many=True,
        help_text="How the number of results grew, in at most 200 steps. If there are more than 200 "
        "results, some steps add several.",
    )
