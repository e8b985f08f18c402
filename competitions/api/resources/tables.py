"""What a player sees, and moves: the rules of patience write these."""

from rest_framework import serializers

from ..fields import Flag, Options, Text, Whole
from .resource import Written


class MoveResource(Written):
    """A move, and what it does, in words that stand within a sentence."""

    move = Text()
    words = Text()


class CertainResource(MoveResource):
    """The next move where nothing is left to choose."""

    left = Whole(allow_null=True, help_text="How many such moves lead to the best score, if that is known.")


class HintedResource(MoveResource):
    """A move that makes sense, and why."""

    why = Text()


class ViewResource(Written):
    """A table as its player sees it."""

    game = Text()
    rules = Options(child=Text())
    ply = Whole(help_text="How many moves were made.")
    finished = Flag()
    won = Flag()
    score = Whole(help_text="Before the end, that of giving up now.")
    piles = serializers.DictField(
        child=serializers.ListField(child=Text()),
        help_text="From the bottom to the exposed card; `??` is face down.",
    )
    legal = serializers.ListField(
        child=Text(), help_text="Every move that is allowed now; their order means nothing."
    )
    reasons = serializers.DictField(
        child=serializers.ListField(child=Text(allow_null=True)),
        required=False,
        help_text="Why cards cannot be picked up: for each pile with such cards the exposed card's reason, "
        "then the next one's; the last holds for all below. null: that card can move. An empty pile has one, "
        "for its place.",
    )
    takes = serializers.DictField(child=Text(), required=False, help_text="What may be laid on a pile.")
    signs = serializers.DictField(
        child=Text(),
        required=False,
        help_text="What is written on a place: what an empty one is for, which way a foundation is built.",
    )
    outcome = Text(required=False, help_text="What the score counts.")
    last = MoveResource(required=False, allow_null=True, help_text="The move that led here.")
    certain = CertainResource(required=False, allow_null=True)


class StepResource(Written):
    """One move, the score after it and the piles that it changed; for the opening, no move and every pile."""

    move = Text(allow_null=True)
    words = Text(allow_null=True)
    score = Whole()
    piles = serializers.DictField(child=serializers.ListField(child=Text()))


class ReplayResource(Written):
    """What becomes of a log: its final view if `ok`, else why it does not stand, and what was asked for."""

    ok = Flag()
    game = Text(required=False)
    rules = Options(child=Text(), required=False)
    ply = Whole(required=False, help_text="How many moves were made; or which does not stand.")
    finished = Flag(required=False)
    won = Flag(required=False)
    score = Whole(required=False)
    piles = serializers.DictField(child=serializers.ListField(child=Text()), required=False)
    legal = serializers.ListField(child=Text(), required=False)
    code = Text(required=False)
    error = Text(required=False)
    reasons = serializers.DictField(child=serializers.ListField(child=Text(allow_null=True)), required=False)
    takes = serializers.DictField(child=Text(), required=False)
    signs = serializers.DictField(child=Text(), required=False)
    outcome = Text(required=False)
    last = MoveResource(required=False, allow_null=True)
    certain = CertainResource(required=False, allow_null=True)
    hint = HintedResource(required=False, allow_null=True)
    steps = StepResource(many=True, required=False)
