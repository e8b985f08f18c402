"""Analyses as the solvers tell them, without asking any."""

from collections.abc import Sequence
from typing import Any

from competitions.models import Deal
from games.replay import replay_from
from solvers import VERSION


def told_of(deal: Deal, moves: Sequence[str]) -> dict[str, Any]:
    """An analysis that is right in form: half a point of luck a move, and as much skill."""
    score = replay_from(deal.opening, moves).score  # type: ignore[union-attr]  # it stands
    half = len(moves) / 2
    return {
        "version": VERSION,
        "par": {"score": score, "proven": False},
        "moves": [
            {"ply": ply, "best": score, "proven": False, "luck": -0.5, "skill": -0.5, "lost": None}
            for ply in range(len(moves))
        ],
        "initial": score + 2 * half + 1.0625,
        "luck": -half,
        "skill": -half - 1.0625,
        "given_up": -1.0625,
        "estimate": {"samples": 16, "seed": "ab" * 16},
        "lines": [{"ply": 0, "moves": [*moves]}],
    }
