"""Describes a view: its moves in words, the meaning of its score, and the cards in its piles.

The words come from the games, which are given only what the player sees. So they work in sealed play too,
without asking the service.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import GAMES
from games.cards import CARDS, FACE_DOWN
from games.game import Game
from games.language import ENGLISH, each_in_words
from games.piles import Pile, Seen
from games.table import Move
from games.teacher import Teacher, pile_in_words

View = Mapping[str, Any]


class Sight:
    """A view, and its description in `language`. If a card was taken and is still to be laid, `origin` is the
    pile from which it was taken.

    >>> view = {"game": "wish", "rules": {}, "score": 30, "legal": ["pair 1 2"], "piles": {
    ...     **{str(n): [] for n in range(3, 9)}, "discard": [], "1": ["??", "9H"], "2": ["9C"]}}
    >>> sight = Sight(view)
    >>> sight.words("pair 1 2"), sight.outcome
    ('9♥ and 9♣ taken away', '30 cards left')
    >>> sight.pile("1"), sight.pile("3")
    ('pile 1: 1 face down, 9♥', 'pile 3: empty')
    >>> Sight(view, language="de").outcome, Sight(view, language="de").pile("1")
    ('30 Karten übrig', 'Stapel 1: 1 verdeckt, 9♥')
    """

    def __init__(self, view: View, origin: str | None = None, language: str = ENGLISH) -> None:
        self.view, self.language = view, language
        self.game: Game = GAMES[view["game"]]
        self.teacher: Teacher = self.game.teacher
        piles = {name: _pile(cards) for name, cards in view["piles"].items()}
        self.seen = Seen(view["rules"], piles, origin)

    def words(self, move: str, then: Sight | None = None) -> str:
        """A legal move in words. If the view `then` after the move is given, the cards that were turned up
        are named."""
        return self.teacher.words(self._move(move), self.seen, then.seen if then else None).words(
            self.language
        )

    @property
    def outcome(self) -> str:
        """The outcome in words: what the score counts, and how much."""
        return self.teacher.outcome(self.seen, self.view["score"]).words(self.language)

    @property
    def signs(self) -> Mapping[str, str]:
        """The signs (short texts on places), by the names of their piles: `K`, `↑` or `any card`, for
        example."""
        return each_in_words(self.teacher.signs(self.seen), self.language)

    def name(self, pile: str) -> str:
        return self.teacher.pile_names[pile].words(self.language)

    def pile(self, pile: str) -> str:
        """A pile in words, the top card last."""
        return pile_in_words(self.teacher.pile_names[pile], self.seen.piles[pile]).words(self.language)

    def _move(self, text: str) -> Move:
        return self.game.vocabulary(self.view["rules"])[text]


def taken_from(move: str | None) -> str | None:
    """Return the first pile that a move names, or None. A card that is still to be laid came from this pile.

    >>> taken_from("turn c"), taken_from("pull 3 1"), taken_from("draw"), taken_from(None)
    ('c', '3', None, None)
    """
    words = (move or "").split()
    return words[1] if len(words) > 1 else None


def _pile(cards: list[str]) -> Pile:
    down = cards.count(FACE_DOWN)
    return Pile(down, tuple(CARDS[card] for card in cards[down:]))
