"""Joining, and what is played."""

from rest_framework import serializers

from games import GAMES

from ..fields import Choice, Flag, Options, RawTexts, Text, Whole


class EntryForm(serializers.Serializer):
    invite = Text(allow_null=True, allow_blank=True, default=None)


class LogForm(serializers.Serializer):
    moves = RawTexts()


class MovesForm(serializers.Serializer):
    ply = Whole(min_value=0)
    moves = RawTexts()


class TakeBackForm(serializers.Serializer):
    ply = Whole(min_value=0)


class ReplayForm(serializers.Serializer):
    """A log, and what is asked for beside its result."""

    game = Choice(list(GAMES))
    seed = Text()
    rules = Options(required=False)
    moves = RawTexts()
    steps = Flag(required=False, help_text="What each of its moves changed.")
    help = Flag(required=False, help_text="What is said of the final table.")
    hint = Flag(required=False, help_text="A move that makes sense there, and why.")
