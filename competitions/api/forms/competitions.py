"""Forms that make or change a competition and its rounds."""

from collections.abc import Mapping
from typing import Any, Final

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games import GAMES
from games.cards import PACK_54
from games.deck import SEED
from games.game import RulesError
from solvers.bands import Band

from ...contests.change import RoundChange
from ...contests.plans import Plan, RoundPlan
from ...models import Access, BandKind, Counts, Names, Others, Play, Ranking, Scores, TieBreak
from ...models.competitions import (
    FEWEST_PLACES,
    LONGEST_ABOUT,
    LONGEST_LIMIT_S,
    LONGEST_NAME,
    MOST_ATTEMPTS,
    MOST_PLACES,
    MOST_ROUNDS,
    SHORTEST_LIMIT_S,
    SHORTEST_NAME,
)
from ...translatable import of_game
from .. import meanings
from ..describe import meaning
from ..fields import NESTED, Choice, Choices, Cleaned, Flag, Moment, Options, Text, Whole

IS_SEED: Final = RegexValidator(rf"^{SEED.pattern}\Z", _("Must be 1 to 64 of A-Z, a-z, 0-9, _ and -."))


MOST_CARDS: Final = len(PACK_54)


@meaning("The band that the deal must lie in.")
class BandForm(serializers.Serializer):
    kind = Choice(BandKind.values, help_text=meanings.BAND_KIND)
    low = Whole(allow_null=True, default=None, min_value=0, max_value=MOST_CARDS, help_text=meanings.BAND_LOW)
    high = Whole(
        allow_null=True, default=None, min_value=0, max_value=MOST_CARDS, help_text=meanings.BAND_HIGH
    )

    def validate(self, fields: dict[str, Any]) -> Band:
        return Band(**fields)


@meaning("A deal: a game, its options and a seed.")
class DealForm(serializers.Serializer):
    game = Choice(list(GAMES), help_text=meanings.GAME)
    rules = Options(default=dict, help_text=meanings.RULES)
    seed = Text(allow_null=True, default=None, validators=[IS_SEED], help_text=meanings.SEED)

    def validate(self, fields: dict[str, Any]) -> RoundPlan:
        return RoundPlan(**with_settled_rules(fields))


def with_settled_rules(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields with the game in place of its slug, and with all options of the game in `rules`.
    Raises ValidationError for options that the game refuses."""
    game = GAMES[fields["game"]]
    try:
        rules = game.settle_rules(fields["rules"])
    except RulesError as fault:
        raise serializers.ValidationError({"rules": [str(of_game(fault.reason))]}) from None
    return {**fields, "game": game, "rules": rules}


@meaning("A round of a competition to be made.")
class RoundForm(DealForm):
    band = BandForm(allow_null=True, default=None, error_messages=NESTED, help_text=meanings.BAND)
    opens_at = Moment(allow_null=True, default=None, help_text=meanings.ROUND_OPENS_AT)
    closes_at = Moment(allow_null=True, default=None, help_text=meanings.ROUND_CLOSES_AT)


@meaning("A competition to be made.")
class CompetitionForm(serializers.Serializer):
    name = Cleaned(SHORTEST_NAME, LONGEST_NAME, help_text=meanings.NAME)
    about = Cleaned(0, LONGEST_ABOUT, allow_blank=True, default="", help_text=meanings.ABOUT)
    access = Choice(Access.values, default=Access.PUBLIC.value, help_text=meanings.ACCESS)
    play = Choice(Play.values, default=Play.SEALED.value, help_text=meanings.PLAY)
    attempts = Whole(
        allow_null=True, default=1, min_value=1, max_value=MOST_ATTEMPTS, help_text=meanings.ATTEMPTS
    )
    counts = Choice(Counts.values, default=Counts.BEST.value, help_text=meanings.COUNTS)
    others = Choice(Others.values, default=Others.CLOSED.value, help_text=meanings.OTHERS)
    time_limit_s = Whole(
        allow_null=True,
        default=None,
        min_value=SHORTEST_LIMIT_S,
        max_value=LONGEST_LIMIT_S,
        help_text=meanings.TIME_LIMIT_S,
    )
    opens_at = Moment(allow_null=True, default=None, help_text=meanings.OPENS_AT)
    closes_at = Moment(allow_null=True, default=None, help_text=meanings.CLOSES_AT)
    ranking = Choice(Ranking.values, default=Ranking.TOTAL.value, help_text=meanings.RANKING)
    tie_break = Choices(TieBreak.values, default=list, help_text=meanings.TIE_BREAK)
    standings = Choice(Scores.values, default=Scores.LIVE.value, help_text=meanings.STANDINGS)
    freeze_at = Moment(allow_null=True, default=None, help_text=meanings.FREEZE_AT)
    max_entries = Whole(
        allow_null=True,
        default=None,
        min_value=FEWEST_PLACES,
        max_value=MOST_PLACES,
        help_text=meanings.MAX_ENTRIES,
    )
    bots = Flag(default=True, help_text=meanings.BOTS)
    names = Choice(Names.values, default=Names.OWN.value, help_text=meanings.NAMES)
    draft = Flag(default=False, help_text=meanings.DRAFT)
    rounds = RoundForm(  # type: ignore[call-arg]  # the stubs know no `max_length`
        many=True,
        allow_empty=False,
        max_length=MOST_ROUNDS,
        error_messages=NESTED,
        help_text=meanings.ROUNDS,
    )

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        return {"plan": Plan(**fields)}


NO_DEFAULT: Final = serializers.Field().default


class OnlyGiven(serializers.Serializer):
    """A base for forms of changes. It reads only the given fields, so missing fields get no defaults."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for field in self.fields.values():
            field.required, field.default = False, NO_DEFAULT


@meaning(
    "The changes of a round. Fields that are left out do not change. A change of the deal needs `game`, too."
)
class RoundChanges(OnlyGiven, RoundForm):
    def validate(  # type: ignore[override]  # it reads less than a whole round, and gives something else
        self, fields: dict[str, Any]
    ) -> RoundChange:
        window: dict[str, Any] = {
            name: fields.pop(name) for name in ("opens_at", "closes_at") if name in fields
        }
        if fields and "game" not in fields:
            raise serializers.ValidationError({"game": [_("Name the game, too.")]})
        deal = super().validate({"rules": {}, **fields}) if fields else None
        return RoundChange(deal=deal, reseeded="seed" in fields, banded="band" in fields, window=window)


@meaning("The settings to change. Either all of them change or none. Fields that are left out do not change.")
class CompetitionChanges(OnlyGiven, CompetitionForm):
    rounds = RoundChanges(
        many=True,
        allow_empty=False,
        max_length=MOST_ROUNDS,
        error_messages=NESTED,
        help_text="All rounds in their order, each with its changes.",
    )

    def validate(self, fields: dict[str, Any]) -> dict[str, Any]:
        return {"changes": fields}
