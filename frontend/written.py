"""The moves of a game written out, for pages that are read without a script."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from games.game import Position
from games.replay import Replayed, replay_from
from games.steps import in_words
from games.teaching import outcome

MOST_IN_WORDS: Final = 300
"""How many moves of a game are said in words: nearly all games are shorter, and words cost a replay."""


class Written(NamedTuple):
    """One move: in words, and as programs write it. Of a late move in a long game there are no words."""

    words: str
    move: str


def written(opening: Position, moves: Sequence[str]) -> list[Written]:
    """Moves that stand, from the opening of their deal on."""
    words = in_words(opening, moves[:MOST_IN_WORDS])
    return [Written(said, move) for said, move in zip_longest(words, moves, fillvalue="")]


def outcome_of(opening: Position, moves: Sequence[str]) -> str:
    """What the score of a game counts, from the opening of its deal on; empty for a long game, as above."""
    played = replay_from(opening, moves) if len(moves) <= MOST_IN_WORDS else None
    return outcome(played.position) if isinstance(played, Replayed) else ""
