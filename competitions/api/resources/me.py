"""The caller themselves."""

from ...models import Profile
from ..fields import Choice
from .players import PlayerResource


class MeResource(PlayerResource):
    profile = Choice(Profile.values, help_text="Of a private one others are shown the name alone.")
