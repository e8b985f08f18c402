"""What an entry has declared of a round."""

from typing import NamedTuple

from ...models import Entry, Round
from ..describing import meaning
from ..fields import Flag, Text, Whole
from .resource import Resource


class Declared(NamedTuple):
    entry: Entry
    round: Round

    @property
    def is_done(self) -> bool:
        return self.entry.is_done_with(self.round)


@meaning("What an entry has declared of a round.")
class DoneResource(Resource):
    competition = Text(source="entry.competition_id", help_text="The id of the competition.")
    round = Whole(source="round.number", help_text="The number of the round.")
    entry = Text(source="entry.pk", help_text="The id of the entry.")
    done = Flag(source="is_done", help_text="Whether no attempt at the round is left.")
