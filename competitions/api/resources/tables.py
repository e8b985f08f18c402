"""The schemas of tables and moves. Their JSON is written by `games`."""

from typing import Final, get_args

from rest_framework import serializers

from games.teacher import Direction

from ..describe import meaning
from ..fields import Choice, Flag, Options, Text, Whole
from .resource import RenderedResource

DIRECTIONS: Final = get_args(Direction)
TEMPLATES: Final = (
    "Each text here that names cards, once more with the names of these cards in braces, such as "
    "`covered by {9H}`. A joker is `{X1}`."
)


@meaning("A move, and its effect in words.")
class MoveResource(RenderedResource):
    move = Text(help_text="The move, as logs write it.")
    words = Text(help_text="What the move does, as part of a sentence.")


@meaning("The next move where nothing is left to choose.")
class CertainResource(MoveResource):
    left = Whole(
        allow_null=True,
        help_text="How many such moves lead to the best score that is still possible, this one included; "
        "null if this is not known.",
    )


@meaning("A move that makes sense, and why.")
class HintedResource(MoveResource):
    why = Text(help_text="Why the move makes sense.")
    templates = serializers.ListField(child=Text(), help_text=TEMPLATES)


@meaning("A table as its player sees it.")
class ViewResource(RenderedResource):
    game = Text(help_text="The slug of the game.")
    rules = Options(child=Text(), help_text="Every option of the game.")
    ply = Whole(help_text="How many moves were made.")
    finished = Flag(help_text="Whether the game has come to its end.")
    won = Flag(help_text="Whether the game was won.")
    score = Whole(help_text="The score. Before the end, the score that giving up now would have.")
    piles = serializers.DictField(
        child=serializers.ListField(child=Text()),
        help_text="The cards of each pile, from the bottom to the top card; `??` is face down.",
    )
    legal = serializers.ListField(
        child=Text(), help_text="Every move that is allowed now, in no special order."
    )
    reasons = serializers.DictField(
        child=serializers.ListField(child=Text(allow_null=True)),
        required=False,
        help_text="Why cards cannot move. Each pile with such cards has a list of reasons, from its top card "
        "down. The last reason also holds for all cards below. A reason of null means that the card "
        "can move. An empty pile has one reason, for its empty place.",
    )
    takes = serializers.DictField(
        child=Text(),
        required=False,
        help_text="Which cards may be laid on a pile, in words. The keys are the names of the piles.",
    )
    signs = serializers.DictField(
        child=Text(),
        required=False,
        help_text="Short texts to show on the places of piles: what an empty pile is for, which way a "
        "foundation is built, or what a joker takes.",
    )
    directions = serializers.DictField(
        child=Choice(DIRECTIONS),
        required=False,
        help_text="Which way each foundation may be built on, as long as it is not complete.",
    )
    outcome = Text(required=False, help_text="The meaning of the score, in words.")
    last = MoveResource(
        required=False, allow_null=True, help_text="The move that led here; null at the opening."
    )
    certain = CertainResource(
        required=False,
        allow_null=True,
        help_text="The next move if the player has no choice; null while there is one.",
    )
    templates = serializers.ListField(child=Text(), required=False, help_text=TEMPLATES)


@meaning(
    "A move, the score after it, and the piles that it changed. The first step is the opening: it has no "
    "move, but all piles."
)
class StepResource(RenderedResource):
    move = Text(allow_null=True, help_text="The move; null for the opening.")
    words = Text(allow_null=True, help_text="The move in words.")
    score = Whole(help_text="The score after the move.")
    outcome = Text(help_text="The meaning of the score, in words.")
    piles = serializers.DictField(
        child=serializers.ListField(child=Text()), help_text="The cards of each pile that the move changed."
    )


@meaning(
    "The replay of a log. If `ok` is true, it has the final view. Otherwise, it has the reason why the "
    "log is refused. Some fields are there only if the request asks for them."
)
class ReplayResource(RenderedResource):
    ok = Flag(help_text="Whether all moves of the log are allowed.")
    game = Text(required=False, help_text="The slug of the game.")
    rules = Options(child=Text(), required=False, help_text="Every option of the game.")
    ply = Whole(
        required=False,
        help_text="How many moves were made before the end of the log, or before the refused move.",
    )
    finished = Flag(required=False, help_text="Whether the game came to its end.")
    won = Flag(required=False, help_text="Whether the game was won.")
    score = Whole(
        required=False, help_text="The score. Before the end, the score that giving up there would have."
    )
    piles = serializers.DictField(
        child=serializers.ListField(child=Text()),
        required=False,
        help_text="The cards of each pile at the end, as in a view.",
    )
    legal = serializers.ListField(
        child=Text(), required=False, help_text="Every move that is allowed at the end, in no special order."
    )
    code = Text(required=False, help_text="Why the log is refused: a code that never changes.")
    error = Text(required=False, help_text="Why the log is refused, in a sentence.")
    why = Text(
        required=False,
        help_text="Why the log is refused, as part of a sentence that does not name the move. A text "
        "that is no move is quoted.",
    )
    reasons = serializers.DictField(
        child=serializers.ListField(child=Text(allow_null=True)),
        required=False,
        help_text="With `help`: why cards cannot be picked up, as in a view.",
    )
    takes = serializers.DictField(
        child=Text(),
        required=False,
        help_text="With `help`: which cards may be laid on a pile, as in a view.",
    )
    signs = serializers.DictField(
        child=Text(),
        required=False,
        help_text="With `help`: short texts to show on the places of piles, as in a view.",
    )
    directions = serializers.DictField(
        child=Choice(DIRECTIONS),
        required=False,
        help_text="With `help`: which way each foundation may be built on.",
    )
    outcome = Text(required=False, help_text="With `help`: the meaning of the score.")
    last = MoveResource(
        required=False, allow_null=True, help_text="With `help`: the last move; null for none."
    )
    certain = CertainResource(
        required=False,
        allow_null=True,
        help_text="With `help`: the next move if the player has no choice; null while there is one.",
    )
    templates = serializers.ListField(child=Text(), required=False, help_text=f"With `help`. {TEMPLATES}")
    hint = HintedResource(
        required=False,
        allow_null=True,
        help_text="With `hint`: a move that makes sense; null if there is none, and for a refused log.",
    )
    steps = StepResource(
        many=True, required=False, help_text="With `steps`: the opening, then the changes of each move."
    )
