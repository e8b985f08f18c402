"""What an entry has declared of a round."""

from typing import NamedTuple

from ...models import Entry, Round
from ..fields import Flag, Text, Whole
from .resource import Resource


class Declared(NamedTuple):
    entry: Entry
    round: Round

    @property
    def is_done(self) -> bool:
        return self.entry.is_done_with(self.round)


class DoneResource(Resource):
    competition = Text(source="entry.competition_id")
    round = Whole(source="round.number")
    entry = Text(source="entry.pk")
    done = Flag(source="is_done", help_text="No attempt at the round is left.")
