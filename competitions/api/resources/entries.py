"""Entries, entrants, and rounds that an entry has declared done."""

from typing import NamedTuple

from rest_framework import serializers

from ...models import Entry, Round
from ..describe import meaning
from ..fields import Flag, Moment, Text, Whole
from .players import PlayerResource
from .resource import Resource


@meaning("A player, with their name in one competition.")
class EntrantResource(PlayerResource):
    id = Text(source="player.pk", help_text="The player's id, the same everywhere.")
    name = Text(help_text="The player's name in this competition.")
    bot = Flag(source="player.bot", help_text="Whether the player is a declared bot.")
    account = Flag(source="player.account", help_text="Whether the player has an account.")


@meaning("An entry and its player.")
class EntryNamedResource(Resource):
    id = Text(source="pk", help_text="The id of the entry.")
    player = EntrantResource(source="*", help_text="The player of the entry.")


@meaning("An entry: a player in a competition.")
class EntryResource(EntryNamedResource):
    competition = Text(source="competition_id", help_text="The id of the competition.")
    joined_at = Moment(help_text="When the player joined.")
    rated = Flag(
        help_text="Whether the entry's results count for ratings. This was fixed when the player joined."
    )


@meaning("An entry as organisers see it.")
class JudgedEntryResource(EntryResource):
    disqualified = serializers.SerializerMethodField(
        help_text="Whether the entry is disqualified. A disqualified entry comes last in the standings, "
        "and its results count for nothing."
    )

    def get_disqualified(self, entry: Entry) -> bool:
        return entry.disqualified_at is not None


class Declared(NamedTuple):
    entry: Entry
    round: Round

    @property
    def is_done(self) -> bool:
        return self.entry.is_done_with(self.round)


@meaning("Whether an entry has declared a round done.")
class DoneResource(Resource):
    competition = Text(source="entry.competition_id", help_text="The id of the competition.")
    round = Whole(source="round.number", help_text="The number of the round.")
    entry = Text(source="entry.pk", help_text="The id of the entry.")
    done = Flag(
        source="is_done",
        help_text="Whether the caller has declared the round done, and so has no attempts left.",
    )
