"""The scale of a game: from the best score to the worst, with a dot for each score worth showing."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from ..models import Deal, Par
from ..standings.comparison import Comparison
from .peers import Peer


class Whose(StrEnum):
    """Whose score a dot of the scale shows."""

    YOU = "you"
    PLAYER = "player"
    """The player of the game, if the viewer is somebody else."""
    FRIEND = "friend"
    """Another player of the same duel or challenge."""
    CIRCLE = "circle"
    """A member of one of the viewer's circles."""
    MIDDLE = "middle"
    """The median score of all results of the round."""
    BOT = "bot"
    """The median score of our bot's games, which were played with other cards."""


class Top(StrEnum):
    """What the best score on a scale stands for."""

    POSSIBLE = "possible"
    """The proven par of the deal: nobody could do better."""
    KNOWN = "known"
    """The par of the deal, which is not proven: a better score may be possible."""
    PERFECT = "perfect"
    """No card is left, which not every deal allows."""
    SEEN = "seen"
    """The best score among the players on the scale and our bot's games."""


class ScaleDot(NamedTuple):
    whose: Whose
    score: float
    name: str = ""
    """The name of a player; empty for the viewer, the middle and the bot."""


class EndingScale(NamedTuple):
    best: int
    top: Top
    worst: int
    dots: Sequence[ScaleDot]
    """The dots, the best score first. Dots with equal scores are in the order of `Whose`."""

    def at(self, score: float) -> float:
        """Where a score lies between the best (0) and the worst (1)."""
        if self.best == self.worst:
            return 0.0
        return min(1.0, max(0.0, (score - self.best) / (self.worst - self.best)))


ORDER: Final = [*Whose]


def scale_of(
    deal: Deal,
    own: ScaleDot,
    *,
    peers: Sequence[Peer],
    comparison: Comparison | None,
    usual: Mapping[int, int],
    par: Par | None,
) -> EndingScale:
    """The scale of a game. `own` is the dot of the game's own score."""
    lowest = deal.game.lowest_wins
    dots = [own, *(ScaleDot(Whose(each.whose), each.score, each.name) for each in peers)]
    if comparison is not None and comparison.has_field:
        dots.append(ScaleDot(Whose.MIDDLE, comparison.median))
    if usual:
        dots.append(ScaleDot(Whose.BOT, _middle(usual)))
    dots.sort(key=lambda dot: (dot.score if lowest else -dot.score, ORDER.index(dot.whose), dot.name))
    best, top = _top(deal, dots, usual, par)
    return EndingScale(best, top, deal.worst_score, dots)


def _top(deal: Deal, dots: Sequence[ScaleDot], usual: Mapping[int, int], par: Par | None) -> tuple[int, Top]:
    if par is not None:
        return par.score, Top.POSSIBLE if par.proven else Top.KNOWN
    if deal.game.lowest_wins:
        return 0, Top.PERFECT
    seen = (*usual, *(int(dot.score) for dot in dots if dot.whose != Whose.MIDDLE))
    return max(seen), Top.SEEN


def _middle(usual: Mapping[int, int]) -> int:
    """The median score of the bot's games; with two scores in the middle, the lower one."""
    left = (sum(usual.values()) + 1) // 2
    for score in sorted(usual):
        left -= usual[score]
        if left <= 0:
            return score
    raise AssertionError("there is no game")
