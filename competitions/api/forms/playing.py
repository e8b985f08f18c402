"""Joining, and what is played."""

from rest_framework import serializers

from ..fields import RawTexts, Text, Whole


class EntryForm(serializers.Serializer):
    invite = Text(allow_null=True, allow_blank=True, default=None)


class LogForm(serializers.Serializer):
    moves = RawTexts()


class MovesForm(serializers.Serializer):
    ply = Whole(min_value=0)
    moves = RawTexts()


class TakeBackForm(serializers.Serializer):
    ply = Whole(min_value=0)
