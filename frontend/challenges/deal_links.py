"""A deal as a link names it: a game, its options and a seed."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from games.game import Game, Position


@dataclass(frozen=True)
class LinkedDeal:
    """A deal from a link. The deal is not stored, and anyone with the link sees its cards."""

    game: Game
    rules: Mapping[str, str]
    """Every option with its value."""
    seed: str

    @property
    def opening(self) -> Position:
        return self.game.open(self.seed, self.rules)

    @property
    def practice(self) -> str:
        """The address of practice with this deal."""
        return self._address("practice", seed=self.seed)

    @property
    def another(self) -> str:
        """The address of practice with a new deal of the same game."""
        return self._address("practice")

    @property
    def beat(self) -> str:
        """The address to share. Others practise these cards there, or challenge somebody with them."""
        return self._address("beat", self.seed)

    @property
    def ending(self) -> str:
        """The address of the ending of a practice game with this deal."""
        return self._address("practice_ending", seed=self.seed)

    def _address(self, page: str, *parts: str, **query: str) -> str:
        address = reverse(page, args=(self.game.slug, *parts))
        query |= self.rules
        return f"{address}?{urlencode(query)}" if query else address


def first_deal(game: Game) -> str:
    """The practice address of the game's first lesson, a deal shown step by step."""
    lesson = game.lesson
    return f"{LinkedDeal(game, game.settle_rules({}), lesson.seed).practice}#guide"
