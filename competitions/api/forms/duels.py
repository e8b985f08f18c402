"""The form with the settings of a duel."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games import GAMES

from ...contests.duels import MOST_ROUNDS_OF_A_DUEL
from ...models import Player
from ...models.competitions import LONGEST_LIMIT_S, SHORTEST_LIMIT_S
from .. import meanings
from ..describe import meaning
from ..fields import Choice, Options, Text, Whole
from .competitions import with_settled_rules


@meaning("A new duel: two players get the same deals of one game.")
class DuelForm(serializers.Serializer):
    game = Choice(list(GAMES), help_text=meanings.GAME)
    rules = Options(default=dict, help_text=meanings.RULES)
    rounds = Whole(
        default=1, min_value=1, max_value=MOST_ROUNDS_OF_A_DUEL, help_text="How many deals are played."
    )
    time_limit_s = Whole(
        allow_null=True,
        default=None,
        min_value=SHORTEST_LIMIT_S,
        max_value=LONGEST_LIMIT_S,
        help_text=meanings.TIME_LIMIT_S,
    )
    against = Text(
        allow_null=True,
        default=None,
        help_text="The id of the only player who may join; null: the first player who joins with the link.",
    )

    def validate_against(self, player_id: str | None) -> Player | None:
        if player_id is None:
            return None
        player = Player.objects.filter(pk=player_id).first()
        if player is None:
            raise serializers.ValidationError(_("There is no such player."))
        return player

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        return with_settled_rules(fields)
