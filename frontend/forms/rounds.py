"""The rounds of a contest to be, one small form each, in one page with it."""

from collections.abc import Mapping
from itertools import product
from typing import Any, Final

from django import forms

from competitions.models.events import MOST_ROUNDS
from competitions.organising.creating import RoundPlan
from games import GAMES
from games.game import Game

from ..words import options_in_words
from .fields import Moment, Seed

COUNT: Final = "rounds"
"""The hidden field that says how many rounds the page shows."""

BY_DEFAULT: Final = "three-by-three"


def _value(game: Game, rules: Mapping[str, str]) -> str:
    return " ".join((game.slug, *(f"{option}={value}" for option, value in rules.items())))


def _ways() -> dict[str, tuple[Game, dict[str, str]]]:
    """Every game under each of its options, by the text that chooses it in a form."""
    return {
        _value(game, rules): (game, rules)
        for game in GAMES.values()
        for values in product(*game.options.values())
        for rules in [dict(zip(game.options, values, strict=True))]
    }


WAYS: Final = _ways()


def game_choices() -> list[tuple[str, Any]]:
    """A game without options is one choice; the others are groups, so that no script has to open them."""
    choices: list[tuple[str, Any]] = []
    for game in GAMES.values():
        ways = [
            (text, f"{game.name}, {options_in_words(rules)}" if rules else game.name)
            for text, (its, rules) in WAYS.items()
            if its is game
        ]
        choices += ways if len(ways) == 1 else [(game.name, ways)]
    return choices


class RoundForm(forms.Form):
    game = forms.ChoiceField(label="Game", choices=game_choices(), initial=BY_DEFAULT)
    seed = Seed(help_text="Empty: a random deal, which is best. The same seed is always the same deal.")
    opens_at = Moment(label="Opens", help_text="Empty: with the contest.")
    closes_at = Moment(label="Closes", help_text="Empty: with the contest.")

    @property
    def opened(self) -> bool:
        """Whether one of the settings that are folded away is in use, so that they must be in sight."""
        folded = [self[name] for name in ("seed", "opens_at", "closes_at")]
        return any(field.value() or (self.is_bound and field.errors) for field in folded)

    def plan(self) -> RoundPlan:
        """The round that the valid form asks for."""
        game, rules = WAYS[self.cleaned_data["game"]]
        return RoundPlan(
            game=game,
            rules=rules,
            seed=self.cleaned_data["seed"] or None,
            opens_at=self.cleaned_data["opens_at"],
            closes_at=self.cleaned_data["closes_at"],
        )


def bound_rounds(data: Mapping[str, Any]) -> list[RoundForm]:
    """The round forms of a page that was sent."""
    return [RoundForm(data, prefix=prefix(number)) for number in range(count_in(data))]


def fresh_rounds(filled: list[Mapping[str, Any]]) -> list[RoundForm]:
    """Round forms that show what was filled in, and do not judge it yet."""
    return [RoundForm(initial=dict(fields), prefix=prefix(number)) for number, fields in enumerate(filled)]


def filled_in(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the rounds of a page hold as text, for a page with one more or one less."""
    return [
        {field: data.get(f"{prefix(number)}-{field}", "") for field in RoundForm.base_fields}
        for number in range(count_in(data))
    ]


def count_in(data: Mapping[str, Any]) -> int:
    """How many rounds the page says it has: between one and what a competition may have."""
    text = str(data.get(COUNT, ""))
    return min(max(int(text), 1), MOST_ROUNDS) if text.isascii() and text.isdecimal() and len(text) < 4 else 1


def way_of(slug: str) -> str:
    """What chooses a game, by its slug, under its first options; the default game for an unknown slug."""
    return next((text for text, (game, _) in WAYS.items() if game.slug == slug), BY_DEFAULT)


def prefix(number: int) -> str:
    return f"round-{number}"
