"""Forms for joining a competition and playing."""

from rest_framework import serializers

from games import GAMES

from ...people.names import LONGEST, NAME_LENGTH, SHORTEST
from .. import meanings
from ..describe import meaning
from ..fields import Choice, Cleaned, Flag, Options, RawTexts, Text, Whole


@meaning("How the caller joins.")
class EntryForm(serializers.Serializer):
    invite = Text(
        allow_null=True,
        allow_blank=True,
        default=None,
        help_text="The code of an invite-only competition. Other competitions need no code.",
    )
    name = Cleaned(
        SHORTEST,
        LONGEST,
        allow_null=True,
        default=None,
        help_text=f"The caller's name in this competition, in {NAME_LENGTH}. By default, their own name, "
        "with a number if it looks like another entry's name.",
    )


@meaning("How the caller plays the round.")
class AttemptForm(serializers.Serializer):
    ghost = Flag(
        default=False,
        help_text="Whether to play a closed round again as a ghost. A ghost counts for nothing, and nobody "
        "else sees it.",
    )


@meaning("A log: all moves of a game. If the game is not over after the last move, it counts as given up.")
class LogForm(serializers.Serializer):
    moves = RawTexts(
        help_text="The moves, as the rules of the game write them. A log without moves gives up at once."
    )


@meaning(
    "The next moves of an attempt. Moves that are already stored at their plies are not stored "
    "again, so a request can be repeated."
)
class MovesForm(serializers.Serializer):
    ply = Whole(min_value=0, help_text="How many moves come before the first of these moves.")
    moves = RawTexts(help_text="The moves, as the rules of the game write them.")


@meaning("How far moves are taken back.")
class TakeBackForm(serializers.Serializer):
    ply = Whole(min_value=0, help_text="How many moves stay. All later moves are taken back.")


@meaning("A log with its deal, and the requested parts of the answer.")
class ReplayForm(serializers.Serializer):
    game = Choice(list(GAMES), help_text=meanings.GAME)
    seed = Text(help_text="The seed of the deal.")
    rules = Options(required=False, help_text=meanings.RULES)
    moves = RawTexts(help_text="The moves, as the rules of the game write them.")
    steps = Flag(required=False, help_text="Whether the answer has the changes that each move made.")
    help = Flag(required=False, help_text="Whether the answer has the help texts of the final table.")
    hint = Flag(required=False, help_text="Whether the answer has a hint for the final table.")
