"""A log move by move: what each move changed on the table that the player saw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.game import Position
from games.language import ENGLISH
from games.logs import LogError, as_log
from games.replay import Refused, Replayed, open_deal, play, too_long


class Step(NamedTuple):
    """The table after one move.

    `words` describes the move, and `outcome` what the score counts. `piles` has only the piles that changed.
    The first step is the opening: it has every pile, and neither move nor words.
    """

    move: str | None
    words: str | None
    score: int
    outcome: str
    piles: dict[str, list[str]]

    def json(self) -> dict[str, Any]:
        return self._asdict()


class Recording(NamedTuple):
    """The result of a replay, and its steps: the opening, then one for each move before the first refused
    one. There are no steps if the log names no deal."""

    result: Replayed | Refused
    steps: list[Step]


def recording_of(opening: Position, moves: Sequence[str], language: str = ENGLISH) -> Recording:
    """Play `moves` from an opening position, and record what each of them changed.

    If there are more moves than the game allows, none is played.

    >>> from games import GAMES
    >>> result, (first, second) = recording_of(GAMES["wish"].open("pub"), ["pair 3 2", "pair 1 1"])
    >>> first.move, first.outcome, len(first.piles)
    (None, '32 cards left', 9)
    >>> second.move, second.words, second.score, sorted(second.piles)
    ('pair 2 3', '8♣ and 8♠ taken away', 30, ['2', '3', 'discard'])
    >>> result.code
    'illegal_move'
    """
    seen, score, teacher = opening.seen, opening.table.score, opening.game.teacher
    everything = {name: pile.names() for name, pile in seen.piles.items()}
    steps = [Step(None, None, score, teacher.outcome(seen, score).words(language), everything)]
    if (refused := too_long(opening.game, moves)) is not None:
        return Recording(refused, steps)
    position, vocabulary = opening, opening.game.vocabulary(opening.rules)
    for text in moves:
        after = play(position, text)
        if isinstance(after, Refused):
            return Recording(after, steps)
        position, before, seen, score = after, seen, after.seen, after.table.score
        changed = {name: pile.names() for name, pile in seen.piles.items() if pile != before.piles[name]}
        words = teacher.words(vocabulary[text], before, seen).words(language)
        outcome = teacher.outcome(seen, score).words(language)
        steps.append(Step(position.move, words, score, outcome, changed))
    made = tuple(step.move for step in steps if step.move is not None)
    return Recording(Replayed(position.game, position.rules, position.table, made, position.before), steps)


def record_log(value: object, language: str = ENGLISH) -> Recording:
    """Record a parsed JSON value as a log. Any value gives a result. If the value is no log or names no valid
    deal, there are no steps.

    >>> record_log({"game": "nonesuch", "seed": "pub", "moves": []}).steps
    []
    """
    try:
        log = as_log(value)
    except LogError as error:
        return Recording(Refused("bad_log", error.reason), [])
    opening = open_deal(log.game, log.seed, log.rules)
    return (
        Recording(opening, []) if isinstance(opening, Refused) else recording_of(opening, log.moves, language)
    )


def moves_in_words(opening: Position, moves: Sequence[str], language: str = ENGLISH) -> list[str]:
    """Return the moves in words, up to the first illegal move.

    >>> from games import GAMES
    >>> moves_in_words(GAMES["wish"].open("pub"), ["pair 3 2", "pair 1 1"])
    ['8♣ and 8♠ taken away']
    """
    return [words for words, _ in in_words_and_scores(opening, moves, language)]


def in_words_and_scores(
    opening: Position, moves: Sequence[str], language: str = ENGLISH
) -> list[tuple[str, int]]:
    """Return each move in words with the score after it, up to the first illegal move.

    >>> from games import GAMES
    >>> in_words_and_scores(GAMES["wish"].open("pub"), ["pair 3 2", "pair 1 1"])
    [('8♣ and 8♠ taken away', 30)]
    """
    words, seen, position = opening.game.teacher.words, opening.seen, opening
    vocabulary, said = opening.game.vocabulary(opening.rules), []
    for text in moves:
        after = play(position, text)
        if isinstance(after, Refused):
            break
        position, before, seen = after, seen, after.seen
        said.append((words(vocabulary[text], before, seen).words(language), position.table.score))
    return said
