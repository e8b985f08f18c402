"""The parts of every game: facts, options, deal, grammar, and messages to its player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from games.catalogue import PARAGRAPH
from games.deck import deck
from games.hint import Hint, HintContext
from games.language import Message, MessageError
from games.lesson import Lesson
from games.piles import Seen
from games.table import Move, Table
from games.teacher import Teacher


class RulesError(MessageError):
    """The given rules are no mapping, or have an option or a value that the game does not have."""


class About(NamedTuple):
    """How a game is described to people, in one language."""

    name: str
    feel: str
    """How it feels to play, in one short sentence."""
    goal: str
    """The goal, in one sentence."""
    ways: Mapping[tuple[str, str], str]
    """The words for each value of each option."""
    source: str
    rules: tuple[str, ...]
    """The paragraphs of the rules."""
    rulings: tuple[str, ...]
    """What we decided where the source is unclear."""
    rules_text: str
    """The rules as plain text: blank lines between paragraphs, each ruling marked."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Game:
    """One game of patience.

    Lists show the games in the order of `place`. `options` gives each option's values, the default first.
    `lay_out(deck, rules)` gives the opening table. `grammar(rules)` gives every text that is a move, with the
    move that it means. `verbs` are the first words of its moves, in the order in which a menu offers them;
    moves with a `dear` verb cost points. `worst(rules)` gives the score of giving up before the first move.
    `lasts` are the fewest and the most moves of a good game, which takes about `minutes` minutes.
    `cards_left`: whether the score counts cards left over, or left face down. `table_words` are the words of
    the glossary that its rules use. `hint(asked)` returns a hint; None if every legal move leads back to an
    earlier table.

    >>> from games import GAMES
    >>> winabit = GAMES["winabit"]
    >>> winabit.settle_rules({}), winabit.worst_score({"scoring": "5b"})
    ({'scoring': '5a'}, -25)
    >>> opening = winabit.deal("pub", {"scoring": "5b"})
    >>> opening.score, opening.finished
    (-25, False)
    """

    slug: str
    place: int
    pack: tuple[int, ...]
    options: Mapping[str, tuple[str, ...]]
    score_order: Literal["lowest", "highest"]
    move_limit: int
    worst: Callable[[Mapping[str, str]], int]
    lay_out: Callable[[tuple[int, ...], Mapping[str, str]], Table]
    grammar: Callable[[Mapping[str, str]], Iterable[tuple[str, Move]]]
    verbs: tuple[str, ...]
    dear: tuple[str, ...] = ()
    lasts: tuple[int, int]
    minutes: int
    cards_left: bool
    table_words: tuple[str, ...]
    teacher: Teacher
    hint: Callable[[HintContext], Hint | None]
    lesson: Lesson

    def __repr__(self) -> str:
        return f"<Game {self.slug}>"

    @property
    def folder(self) -> str:
        """The name of the game's folder here, of its solver's module, and of its files for layouts."""
        return self.slug.replace("-", "_")

    def settle_rules(self, given: object) -> dict[str, str]:
        """Return the value of every option: the given one, else the default.

        Raises RulesError if `given` is no mapping, or has an option or a value that the game does not
        have.
        """
        if not isinstance(given, Mapping):
            raise RulesError("rules_are_an_object")
        for option, value in given.items():
            if option not in self.options:
                raise RulesError("no_such_option", game=self.slug, option=quoted(option))
            if value not in self.options[option]:
                raise RulesError("no_such_value", option=option, values=", ".join(self.options[option]))
        return {option: given.get(option, values[0]) for option, values in self.options.items()}

    def deal(self, seed: str, rules: Mapping[str, str]) -> Table:
        """Return the opening table. Raises ValueError for an invalid seed, and RulesError."""
        return self.open(seed, rules).table

    def open(self, seed: str, rules: Mapping[str, str] | None = None) -> Position:
        """Return the opening position. Raises ValueError for an invalid seed, and RulesError."""
        settled = self.settle_rules(rules or {})
        return Position(self, settled, self.lay_out(deck(self.slug, self.pack, seed), settled), 0)

    def vocabulary(self, rules: Mapping[str, str]) -> Mapping[str, Move]:
        """Return every text that is a move under these rules, with its move. The mapping is built only once.

        >>> from games import GAMES
        >>> GAMES["wish"].vocabulary({})["pair 8 3"].text
        'pair 3 8'
        """
        return _vocabulary(self, tuple(rules.items()))

    def hides_cards(self, rules: Mapping[str, str]) -> bool:
        """Whether cards lie face down at the start. The answer is the same for every deal: in Well, none do.

        >>> from games import GAMES
        >>> GAMES["wish"].hides_cards({}), GAMES["well"].hides_cards({})
        (True, False)
        """
        return bool(self.deal("any", rules).face_down())

    def is_dear(self, move: str) -> bool:
        """Whether a move costs points.

        >>> from games import GAMES
        >>> GAMES["winabit"].is_dear("pull 1 1"), GAMES["winabit"].is_dear("turn")
        (True, False)
        """
        return move.split(" ")[0] in self.dear

    def other_order(self, move: str, rules: Mapping[str, str]) -> str | None:
        """Return the same move with its two piles in the other order; None where their order matters.

        >>> from games import GAMES
        >>> GAMES["wish"].other_order("pair 3 8", {}), GAMES["well"].other_order("move 3 8", {})
        ('pair 8 3', None)
        """
        vocabulary = self.vocabulary(rules)
        verb, *piles = move.split(" ")
        turned = " ".join((verb, *reversed(piles)))
        return turned if vocabulary.get(turned) == vocabulary[move] else None

    def worst_score(self, rules: Mapping[str, str]) -> int:
        """Return the worst score under these rules: giving up before the first move."""
        return self.worst(self.settle_rules(rules))

    @property
    def lowest_wins(self) -> bool:
        """Whether fewer points are better."""
        return self.score_order == "lowest"

    @property
    def title(self) -> Message:
        """The name of the game, as a message."""
        return Message(f"{self.folder}.name")

    def about_in(self, language: str) -> About:
        """Return the description in a language. It is made once. Raises LookupError for an unknown language.

        >>> from games import GAMES
        >>> GAMES["pyramid"].about_in("en").ways["draw", "three"]
        'drawing three'
        """
        return _about(self, language)


class Position(NamedTuple):
    """A table with its game, its rules, and the last move.

    `ply` is the number of moves made. `move` is the last of them in its canonical spelling, and `before`
    the table before it; both are None before the first move.
    """

    game: Game
    rules: Mapping[str, str]
    table: Table
    ply: int
    move: str | None = None
    before: Table | None = None

    @property
    def seen(self) -> Seen:
        """The table as the player sees it."""
        return Seen(self.rules, self.table.piles(), self.table.origin)

    @property
    def seen_before(self) -> Seen | None:
        """The table before the last move, as the player saw it; None before the first move."""
        if self.before is None:
            return None
        return Seen(self.rules, self.before.piles(), self.before.origin)


@cache
def _vocabulary(game: Game, given: tuple[tuple[str, str], ...]) -> dict[str, Move]:
    """Return the vocabulary of a game. It is cached by the rules as they are given, so that the rules are not
    settled again for each move.
    """
    return dict(game.grammar(game.settle_rules(dict(given))))


@cache
def _about(game: Game, language: str) -> About:
    def said(part: str, **facts: str) -> str:
        return Message(f"{game.folder}.{part}", **facts).words(language)

    rules, rulings = (tuple(said(part).split(PARAGRAPH)) for part in ("rules", "rulings"))
    marked = (Message("ruling", text=ruling).words(language) for ruling in rulings)
    return About(
        name=said("name"),
        feel=said("feel"),
        goal=said("goal"),
        ways={
            (option, value): said("way", option=option, value=value)
            for option, values in game.options.items()
            for value in values
        },
        source=said("source"),
        rules=rules,
        rulings=rulings,
        rules_text=PARAGRAPH.join((*rules, *marked)),
    )


def quoted(given: object) -> str:
    """Return the value in ASCII and shortened, so that an error can quote it.

    >>> quoted("pair 1\\u00a02")
    "'pair 1\\\\xa02'"
    >>> quoted("x" * 10_000)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'"
    """
    text = given if isinstance(given, str) else type(given).__name__
    return ascii(text if len(text) <= 40 else text[:40] + "...")
