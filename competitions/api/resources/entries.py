"""Entries and entrants."""

from rest_framework import serializers

from ...models import Entry
from ..fields import Flag, Moment, Text
from .players import PlayerResource
from .resource import Resource


class EntrantResource(PlayerResource):
    """A player, as they are called in one competition."""

    id = Text(source="player.pk")
    bot = Flag(source="player.bot")


class EntryNamedResource(Resource):
    id = Text(source="pk")
    player = EntrantResource(source="*")


class EntryResource(EntryNamedResource):
    competition = Text(source="competition_id")
    joined_at = Moment()


class JudgedEntryResource(EntryResource):
    """An entry as organisers see it."""

    disqualified = serializers.SerializerMethodField()

    def get_disqualified(self, entry: Entry) -> bool:
        return entry.disqualified_at is not None
