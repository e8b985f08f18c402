"""The rounds of a new contest, with a small form for each."""

from collections.abc import Mapping
from itertools import product
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from competitions.contests.plans import RoundPlan
from competitions.models.competitions import MOST_ROUNDS
from competitions.translatable import about_game
from games import GAMES
from games.game import Game

from ..forms.fields import MomentField, Seed
from ..wording.words import listed, options_in_words
from .band_form import BAND_FIELDS, BandFields

BY_DEFAULT: Final = "three-by-three"


def text_of(game: Game, rules: Mapping[str, str]) -> str:
    """The value of the game field for a game with these rules."""
    return " ".join((game.slug, *(f"{option}={value}" for option, value in rules.items())))


def _ways() -> dict[str, tuple[Game, dict[str, str]]]:
    """Every game with every combination of its options, by the value of the game field (`text_of`)."""
    return {
        text_of(game, rules): (game, rules)
        for game in GAMES.values()
        for values in product(*game.options.values())
        for rules in [dict(zip(game.options, values, strict=True))]
    }


WAYS: Final = _ways()


def game_choices() -> list[tuple[str, Any]]:
    """The choices of the game field. A game without options is one choice. A game with options is a group
    with a choice for each combination, so that options need no second field and no script."""
    choices: list[tuple[str, Any]] = []
    for game in GAMES.values():
        name = about_game(game).name
        ways = [
            (text, listed((name, options_in_words(rules))) if rules else name)
            for text, (its, rules) in WAYS.items()
            if its is game
        ]
        choices += ways if len(ways) == 1 else [(name, ways)]
    return choices


class RoundForm(BandFields):
    game = forms.ChoiceField(label=_("Game"), choices=game_choices, initial=BY_DEFAULT)
    seed = Seed()
    opens_at = MomentField(label=_("Opens"), help_text=_("Leave it empty to open with the contest."))
    closes_at = MomentField(label=_("Closes"), help_text=_("Leave it empty to close with the contest."))

    @property
    def opened(self) -> bool:
        """Whether a folded setting is filled in or faulty. If so, the page shows all folded settings."""
        folded = [self[name] for name in ("seed", *BAND_FIELDS, "opens_at", "closes_at")]
        return any(field.value() or (self.is_bound and field.errors) for field in folded)

    def plan(self) -> RoundPlan:
        """The round that the valid form describes."""
        game, rules = WAYS[self.cleaned_data["game"]]
        return RoundPlan(
            game=game,
            rules=rules,
            seed=self.cleaned_data["seed"] or None,
            band=self.chosen_band(),
            opens_at=self.cleaned_data["opens_at"],
            closes_at=self.cleaned_data["closes_at"],
        )


class Rounds(forms.BaseFormSet):  # type: ignore[type-arg]  # at run time, BaseFormSet takes no type argument
    """The forms of the rounds on a page, at least one. Forms that nobody has changed are checked, too."""

    default_error_messages: ClassVar = {
        "missing_management_form": _("We cannot read the rounds. Reload the page and fill it in again."),
        "too_many_forms": ngettext_lazy(
            "A contest has at most %(num)d round.", "A contest has at most %(num)d rounds.", "num"
        ),
    }

    @classmethod
    def get_default_prefix(cls) -> str:
        return "round"

    def total_form_count(self) -> int:
        return max(super().total_form_count(), 1)

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        return {**super().get_form_kwargs(index), "empty_permitted": False}

    def filled_in(self) -> list[dict[str, Any]]:
        """The filled-in values, for showing the page with one round more or fewer."""
        return [{field.name: field.value() for field in round} for round in self]


RoundFormSet: type[Rounds] = forms.formset_factory(  # type: ignore[assignment]  # it is made from `Rounds`
    RoundForm, Rounds, extra=0, min_num=1, max_num=MOST_ROUNDS, absolute_max=MOST_ROUNDS, validate_max=True
)


def way_of(slug: str) -> str:
    """The value of the game field for this game with default options; `BY_DEFAULT` for an unknown slug."""
    return next((text for text, (game, _) in WAYS.items() if game.slug == slug), BY_DEFAULT)
