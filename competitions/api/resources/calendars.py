"""The address of a player's own calendar."""

from typing import NamedTuple

from rest_framework import serializers

from ..describe import meaning
from .resource import Resource


class OwnCalendar(NamedTuple):
    url: str


@meaning("The secret address of the caller's calendar.")
class OwnCalendarResource(Resource):
    url = serializers.URLField(
        help_text="The address. It is shown here and never again; whoever has it can read the calendar."
    )
