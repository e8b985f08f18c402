"""A deal as a link names it: a game, its options and a seed."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from games.game import Game, Position


@dataclass(frozen=True)
class LinkedDeal:
    """A deal from a link. It is not stored: whoever has the link has the cards."""

    game: Game
    rules: Mapping[str, str]
    """Every option with the value that is used."""
    seed: str

    @property
    def opening(self) -> Position:
        return self.game.open(self.seed, self.rules)

    @property
    def practice(self) -> str:
        """The address where it is practised."""
        return self._address("practice", seed=self.seed)

    @property
    def another(self) -> str:
        """The address where a new deal of the same game is practised."""
        return self._address("practice")

    @property
    def beat(self) -> str:
        """The address that gives others these cards, to practise or to make a challenge of."""
        return self._address("beat", self.seed)

    @property
    def ends(self) -> str:
        """The address that tells what the deal ended with elsewhere."""
        return self._address("ends", seed=self.seed)

    def _address(self, page: str, *parts: str, **query: str) -> str:
        address = reverse(page, args=(self.game.slug, *parts))
        query |= self.rules
        return f"{address}?{urlencode(query)}" if query else address


def first_deal(game: Game) -> str:
    """The address where the first game is shown step by step."""
    lesson = game.lesson
    return f"{LinkedDeal(game, game.settle_rules({}), lesson.seed).practice}#guide"
