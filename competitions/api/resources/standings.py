"""The schemas of standings. `standings.standings` writes their rows."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ...models import TieBreak
from ..describe import meaning
from ..fields import Choice, Flag, Text, Whole
from .entries import EntrantResource
from .resource import PageResource, RenderedResource


@extend_schema_field({"type": ["integer", "string", "null"]})
class Value(serializers.Field):
    """The value of a tie-break: a number, or the time of a result. It is null for an entry without a
    result."""


@meaning("The result of one round. Facts that the viewer may not know yet are null.")
class CellResource(RenderedResource):
    score = Whole(allow_null=True, help_text="The score of the game; null while it is played, or hidden.")
    won = Flag(allow_null=True, help_text="Whether the game was won.")
    points = serializers.FloatField(
        allow_null=True,
        help_text="What the round is worth for the total. If the ranking counts places: the points of "
        "the place. Under `against_par`: the score minus par, once par is found. In all other "
        "cases: null.",
    )
    moves = Whole(allow_null=True, help_text="How many moves were made.")
    elapsed_ms = Whole(allow_null=True, help_text="Milliseconds from the first view to the last move.")
    state = Choice(["running", "finished"], help_text="Whether the game still goes on.")
    attempt = Text(allow_null=True, help_text="The id of the attempt that counts; null until one has ended.")
    granted = Flag(
        help_text="Whether an organiser granted the player a fresh attempt or more time in this round, or "
        "decided that a result of it counts for nothing. The audit trail says which."
    )
    set_aside = Flag(
        help_text="Whether the result was set aside and there is no other one. The round then counts as "
        "not played."
    )
    seen_before = Flag(
        help_text="Whether the player was granted a fresh attempt after they had seen the deal once."
    )


@meaning("The total over the played rounds alone, and how many rounds these are.")
class SoFarResource(RenderedResource):
    score = Whole(help_text="The sum over the played rounds.")
    rounds = Whole(help_text="How many rounds were played.")
    of = Whole(help_text="How many rounds the total has: the opened ones whose scores the viewer may know.")


@meaning("A row of the standings: one entry.")
class RowResource(RenderedResource):
    rank = Whole(
        allow_null=True,
        help_text="The rank; null without a finished attempt, and for a disqualified entry.",
    )
    tied = Flag(help_text="Whether another row has this rank, too.")
    entry = Text(help_text="The id of the entry.")
    player = EntrantResource(help_text="The player of the entry.")
    disqualified = Flag(
        help_text="Whether the entry is disqualified. A disqualified entry comes last, and its results "
        "count for nothing."
    )
    total = serializers.FloatField(
        allow_null=True,
        help_text="The total under the ranking; null until the viewer may know the scores of a round.",
    )
    playing = Flag(help_text="Whether the player has a game under way.")
    played = Whole(
        help_text="How many of the rounds in the total were played. A round that was given up counts as "
        "played. The tie-breaks `moves` and `time` decide only between entries that played "
        "equally many rounds."
    )
    so_far = SoFarResource(
        allow_null=True,
        help_text="The total over the played rounds alone; null in each of these cases: all rounds in the "
        "total were played, the row has no rank, or the ranking counts places.",
    )
    newest = Text(
        allow_null=True, help_text="The id of the attempt with the newest result; null without a result."
    )
    among = Whole(help_text="How many entries are ranked.")
    rounds = serializers.ListField(
        child=CellResource(allow_null=True),
        help_text="The result of each round in order; null for a round that was not played.",
    )
    tie_break = serializers.ListField(child=Value(), help_text="The value of each tie-break, in order.")
    decided_by = Choice(
        TieBreak.values,
        allow_null=True,
        help_text="The last tie-break that separated the row from a neighbour; null if none did.",
    )


@meaning(
    "A result compared with the other results of its round. Only scores are compared. Declared bots "
    "are among the others."
)
class ComparisonResource(RenderedResource):
    beaten = Whole(help_text="How many of the others have a worse score.")
    others = Whole(help_text="How many other entries have a result; disqualified entries are left out.")
    median = serializers.FloatField(help_text="The median score of all results of the round.")
    best = Whole(help_text="The best score so far.")


@meaning("A page of the standings. The rows are those of `version` or of a newer version.")
class StandingsResource(PageResource):
    version = Whole(help_text="The version of the standings, which grows with every change.")
    changed = Flag(
        help_text="Whether the standings have changed since the first page was read. Then rows may be "
        "missing, or be on two pages: read them from the beginning again, or read "
        "`standings.csv`."
    )
    total = Whole(help_text="How many entries there are.")
    frozen = Flag(help_text="Whether the standings are frozen until the close.")
    results = RowResource(many=True, help_text="The rows, the best first.")
    comparison = ComparisonResource(
        required=False,
        help_text="With `around=me` and `round`: how the viewer's result compares with the others' results, "
        "once the viewer may know these.",
    )
