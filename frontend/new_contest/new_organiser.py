"""Making a player of a visitor who makes a contest."""

from datetime import datetime

from django.http import HttpRequest

from competitions.models import Player
from competitions.people.passes import arrive
from competitions.refusals import Refusal

from ..requests.form_keys import number_of_form


def register_organiser(request: HttpRequest, name: str, now: datetime) -> Player:
    """Make a new player. Errors in the name are shown at the field `player_name`, because the
    field `name` is for the contest's name."""
    try:
        return arrive(name=name, form=number_of_form(request), now=now)
    except Refusal as refusal:
        sentences = refusal.facts.get("errors", {}).get("name", [refusal.detail])
        raise Refusal("invalid", refusal.detail, errors={"player_name": sentences}) from None
