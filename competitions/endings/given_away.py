"""The points that a game gave away. A move gives points away if a better final score was possible before it
than after it, with all cards known."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from games.game import Position
from games.replay import Refused, replay_from


class Cause(StrEnum):
    """Why a move gave points away."""

    MISTAKE = "mistake"
    """The move lost points for certain, whatever the hidden cards were."""
    UNLUCKY = "unlucky"
    """Judged by the cards that the player could see, the move was as good as any other."""
    UNCLEAR = "unclear"
    """Neither a mistake nor bad luck is certain."""


class Loss(NamedTuple):
    """A move that made the best possible final score worse."""

    ply: int
    """How many moves were made before this one."""
    possible: int
    """The best final score that was possible before the move."""
    left: int
    """The best final score that was possible after the move."""

    @property
    def points(self) -> int:
        return abs(self.possible - self.left)


class GivenAway(NamedTuple):
    """The points that a game gave away. The points of its losses and `given_up` add up to `total`."""

    possible: Sequence[int]
    """The best final score that was possible before each move, and after the last one. No score in this list
    is better than the one before it."""
    final: int
    """The score of the game."""

    @property
    def losses(self) -> Sequence[Loss]:
        """Every move that gave points away, in the order of the game."""
        steps = zip(self.possible, self.possible[1:], strict=False)
        return [Loss(ply, before, after) for ply, (before, after) in enumerate(steps) if before != after]

    @property
    def given_up(self) -> int:
        """The points that were lost because the player stopped before the end."""
        return abs(self.possible[-1] - self.final)

    @property
    def total(self) -> int:
        """The points between the best possible score of the deal and the score of the game."""
        return abs(self.possible[0] - self.final)

    def dearest(self, most: int) -> Sequence[Loss]:
        """The losses that cost the most points, at most `most` of them, the greatest first. Of equal losses,
        the earlier one comes first."""
        return sorted(self.losses, key=lambda loss: -loss.points)[:most]


def given_away(
    analysis: Mapping[str, Any], moves: Sequence[str], opening: Position, *, score: int, finished: bool
) -> GivenAway:
    """The points that a game gave away, by its `analysis`. If the game was not played to its end, the best
    line from the last table shows which final score was still possible."""
    before_each = [move["best"] for move in analysis["moves"]]
    at_the_end = score if finished else _best_at_the_end(analysis, moves, opening, score)
    return GivenAway([*before_each, at_the_end], score)


def _best_at_the_end(analysis: Mapping[str, Any], moves: Sequence[str], opening: Position, score: int) -> int:
    played_on = replay_from(opening, [*moves, *best_line_at(analysis, len(moves))])
    if isinstance(played_on, Refused):
        return score
    best = min if opening.game.lowest_wins else max
    return best(score, played_on.score)


def best_line_at(analysis: Mapping[str, Any], ply: int) -> Sequence[str]:
    """The best line from `ply` on. A line in the analysis holds until the next line begins, so the result is
    the rest of the last line that begins no later than `ply`."""
    line = [each for each in analysis["lines"] if each["ply"] <= ply][-1]
    moves: Sequence[str] = line["moves"][ply - line["ply"] :]
    return moves


def cause_of(loss: Loss, analysis: Mapping[str, Any]) -> Cause:
    """Why the move gave points away, as far as the analysis knows."""
    move, *after = analysis["moves"][loss.ply : loss.ply + 2]
    if move["lost"]:
        return Cause.MISTAKE
    # A move that was worse on average is not only bad luck, even if it lost nothing for certain.
    chosen_well = move["lost"] == 0 and move["skill"] == 0
    known = move["proven"] and all(each["proven"] for each in after)
    return Cause.UNLUCKY if chosen_well and known else Cause.UNCLEAR
