"""The caller themselves."""

from ...models import Profile
from ..describing import meaning
from ..fields import Choice
from .players import PlayerResource


@meaning("The caller, as they see themselves.")
class MeResource(PlayerResource):
    profile = Choice(Profile.values, help_text="`private`: others are shown the name alone.")
