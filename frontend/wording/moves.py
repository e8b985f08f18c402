"""The moves and the piles of a game in words, for pages without a script."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from competitions.models import Attempt
from competitions.translatable import language_of_games
from games import GAMES
from games.game import Position
from games.language import each_in_words
from games.replay import Replayed, replay_from
from games.steps import moves_in_words
from games.teaching import score_in_words

MOST_IN_WORDS: Final = 300
"""How many moves of a game are put into words at most, because replaying a game takes time. Nearly all
games are shorter."""


class WrittenMove(NamedTuple):
    """A move, in words and as programs write it. Late moves of a long game have no words."""

    words: str
    move: str


def written_moves(opening: Position, moves: Sequence[str]) -> list[WrittenMove]:
    """The legal `moves`, played from `opening`, in words. Moves after `MOST_IN_WORDS` moves have no words."""
    words = moves_in_words(opening, moves[:MOST_IN_WORDS], language_of_games())
    return [WrittenMove(said, move) for said, move in zip_longest(words, moves, fillvalue="")]


def named_piles(view: Mapping[str, Any]) -> list[tuple[str, Sequence[str]]]:
    """Every pile of a view, by its name, with its cards.

    >>> from games import GAMES
    >>> from games.views import view
    >>> named_piles(view(GAMES["wish"].open("pub")))[0]
    ('pile 1', ['??', '??', '??', 'TC'])
    """
    names = each_in_words(GAMES[view["game"]].teacher.pile_names, language_of_games())
    return [(names[pile], cards) for pile, cards in view["piles"].items()]


def outcome_of(opening: Position, moves: Sequence[str]) -> str:
    """The final score in words; empty for a game longer than `MOST_IN_WORDS`."""
    played = replay_from(opening, moves) if len(moves) <= MOST_IN_WORDS else None
    if not isinstance(played, Replayed):
        return ""
    return score_in_words(played.position, language_of_games())


def outcomes(opening: Position, ended: Iterable[tuple[Attempt, Sequence[str] | None]]) -> dict[str, str]:
    """In words, the final scores of ended attempts at one deal, by attempt id; computed from stored moves.

    Attempts whose moves are None are left out. The others are included from the first on, as long as
    their moves together are at most `MOST_IN_WORDS`.
    """
    left, told = MOST_IN_WORDS, {}
    for attempt, moves in ended:
        if moves is None or attempt.pk in told:
            continue
        left -= attempt.moves_made
        if left < 0:
            break
        told[attempt.pk] = outcome_of(opening, moves)
    return told
