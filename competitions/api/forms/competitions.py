"""The settings of a competition and of its rounds, new or changed."""

from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

from games import GAMES
from games.deck import is_seed
from games.game import RulesError

from ...models import Access, Counts, Others, Play, Ranking, Scores, TieBreak
from ...models.events import (
    FEWEST_PLACES,
    LONGEST_LIMIT_S,
    MOST_ATTEMPTS,
    MOST_PLACES,
    MOST_ROUNDS,
    SHORTEST_LIMIT_S,
)
from ...organising.changing import RoundChange
from ...organising.plans import Plan, RoundPlan
from ..fields import Choice, Choices, Flag, Moment, Options, Text, Whole


class DealForm(serializers.Serializer):
    game = Choice(list(GAMES))
    rules = Options(default=dict)
    seed = Text(allow_null=True, default=None)

    def validate_seed(self, seed: str | None) -> str | None:
        if seed is not None and not is_seed(seed):
            raise serializers.ValidationError("Must be 1 to 64 of A-Z, a-z, 0-9, _ and -.")
        return seed

    def validate(self, fields: dict[str, Any]) -> RoundPlan:
        game = GAMES[fields.pop("game")]
        try:
            rules = game.settle_rules(fields.pop("rules"))
        except RulesError as fault:
            raise serializers.ValidationError({"rules": [str(fault)]}) from None
        return RoundPlan(game=game, rules=rules, **fields)


class RoundForm(DealForm):
    opens_at = Moment(allow_null=True, default=None)
    closes_at = Moment(allow_null=True, default=None)


class CompetitionForm(serializers.Serializer):
    name = Text()
    about = Text(allow_blank=True, default="")
    access = Choice(Access.values, default=Access.PUBLIC.value)
    play = Choice(Play.values, default=Play.SEALED.value)
    attempts = Whole(allow_null=True, default=1, min_value=1, max_value=MOST_ATTEMPTS)
    counts = Choice(Counts.values, default=Counts.BEST.value)
    others = Choice(Others.values, default=Others.CLOSED.value)
    time_limit_s = Whole(allow_null=True, default=None, min_value=SHORTEST_LIMIT_S, max_value=LONGEST_LIMIT_S)
    opens_at = Moment(allow_null=True, default=None)
    closes_at = Moment(allow_null=True, default=None)
    ranking = Choice(Ranking.values, default=Ranking.TOTAL.value)
    tie_break = Choices(TieBreak.values, default=list)
    standings = Choice(Scores.values, default=Scores.LIVE.value)
    freeze_at = Moment(allow_null=True, default=None)
    max_entries = Whole(allow_null=True, default=None, min_value=FEWEST_PLACES, max_value=MOST_PLACES)
    bots = Flag(default=True)
    draft = Flag(default=False)
    rounds = RoundForm(many=True, allow_empty=False, max_length=MOST_ROUNDS)

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        return {"plan": Plan(**fields)}


class OnlyGiven(serializers.Serializer):
    """Reads those of its fields that are given; the others have no defaults here."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for field in self.fields.values():
            field.required, field.default = False, empty


class RoundChanges(OnlyGiven, RoundForm):
    def validate(self, fields: dict[str, Any]) -> RoundChange:
        window = {name: fields.pop(name) for name in ("opens_at", "closes_at") if name in fields}
        if fields and "game" not in fields:
            raise serializers.ValidationError({"game": ["Say the game too."]})
        deal = super().validate({"rules": {}, **fields}) if fields else None
        return RoundChange(deal=deal, reseeded="seed" in fields, window=window)


class CompetitionChanges(OnlyGiven, CompetitionForm):
    rounds = RoundChanges(many=True, allow_empty=False, max_length=MOST_ROUNDS)

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        return {"changes": fields}
