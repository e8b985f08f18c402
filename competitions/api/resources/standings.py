"""The standings; `scoring.standings` writes the rows, which everybody gets who watches."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ...models import TieBreak
from ..fields import Choice, Flag, Text, Whole
from .entries import EntrantResource
from .resource import Page, Written


@extend_schema_field({"type": ["integer", "string", "null"]})
class Value(serializers.Field):
    """What a tie-break goes by: a number, or the time of a result; null without a result."""


class CellResource(Written):
    """What came of one round."""

    score = Whole(allow_null=True, help_text="null while it is played, or hidden.")
    won = Flag(allow_null=True)
    points = serializers.FloatField(allow_null=True, help_text="Under a ranking that goes by places.")
    moves = Whole(allow_null=True)
    elapsed_ms = Whole(allow_null=True)
    state = Choice(["running", "finished"])
    attempt = Text(allow_null=True, help_text="Its id, once it has ended.")


class SoFarResource(Written):
    """What was scored in how many of the rounds that have opened."""

    score = Whole()
    rounds = Whole()
    of = Whole()


class RowResource(Written):
    """One entry."""

    rank = Whole(allow_null=True)
    tied = Flag()
    entry = Text()
    player = EntrantResource()
    disqualified = Flag()
    total = serializers.FloatField(
        allow_null=True, help_text="null while there is no round whose scores the viewer may know."
    )
    playing = Flag(help_text="Whether the player has a game under way.")
    played = Whole(
        help_text="How many of the rounds in the total were played; a round given up is played. `moves` and "
        "`time` break ties only between as many."
    )
    so_far = SoFarResource(allow_null=True, help_text="While rounds are missing from the total.")
    newest = Text(allow_null=True, help_text="The attempt that brought the newest result.")
    among = Whole(help_text="How many entries are not disqualified.")
    rounds = serializers.ListField(child=CellResource(allow_null=True))
    tie_break = serializers.ListField(
        child=Value(), help_text="What the tie-breaks of the competition go by, in their order."
    )
    decided_by = Choice(TieBreak.values, allow_null=True, help_text="The last tie-break that was needed.")


class StandingsResource(Page):
    """A stretch of the standings; the rows are those of `version` or newer."""

    version = Whole()
    total = Whole(help_text="How many entries there are.")
    frozen = Flag(help_text="Whether they stay what they were until the close.")
    results = RowResource(many=True)
