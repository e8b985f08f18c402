"""The standings of a closed round, for a player who plays it again as a ghost."""

from ..describe import meaning
from ..fields import Flag, Whole
from .entries import EntrantResource
from .resource import RenderedResource


@meaning("A result, and when it arrived.")
class ThenRowResource(RenderedResource):
    at_ms = Whole(
        help_text="Milliseconds since the start: what its player needed, or in open play when it was stored, "
        "since the round opened."
    )
    rank = Whole(help_text="Its rank in the end; who has the same is as good.")
    player = EntrantResource(help_text="Whose it is.")
    score = Whole(help_text="The score of the game.")
    won = Flag(help_text="Whether the game was won.")
    moves = Whole(help_text="How many moves were made.")
    elapsed_ms = Whole(allow_null=True, help_text="Milliseconds from the first view to the last move.")


@meaning("How many had finished by when.")
class StepThenResource(RenderedResource):
    at_ms = Whole(help_text="Milliseconds since the start.")
    finished = Whole(help_text="How many results there were then.")


@meaning(
    "How the standings of a round came about, for a player who plays it again: at any time since the start, "
    "show those whose `at_ms` has passed."
)
class StandingsThenResource(RenderedResource):
    among = Whole(help_text="How many results there are, without the caller's own.")
    results = ThenRowResource(
        many=True,
        help_text="Those that were among the first ten at any time, and a few more, the best first: at "
        "most 300.",
    )
    finished = StepThenResource(
        many=True, help_text="How their number grew, in at most 200 steps: with more, some come together."
    )
