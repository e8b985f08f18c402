"""Growing a tree from the games of a round, without a database.

The size is limited: the moves of the fewest players are left out first. So it costs no more than one look at
each of the first moves of every game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Final, NamedTuple

MOST_PLIES: Final = 200
"""How deep a tree is; nearly all games are shorter, and most JSON parsers accept this depth."""

MOST_BRANCHES: Final = 3000
"""The most branches of a tree."""

USUAL_PART: Final = 50
"""By default a branch is shown if one in so many players came to it."""


class CountedGame(NamedTuple):
    """A counting game: at least as many of its first moves as a tree is deep."""

    score: int
    log: str
    moves: Sequence[str]


class Branch(NamedTuple):
    """A move after the same moves before it. The root stands for no move."""

    ply: int
    """How many moves were made, with this one."""
    move: str | None
    players: int
    """How many players made these moves."""
    best: int
    """The best final score among them."""
    half: int
    """The score that the better half of them reached."""
    log: str
    """The log of the best game among them."""


class FieldTree(NamedTuple):
    branches: Sequence[Branch]
    """A branch comes before those that follow it; siblings in order, the one with the most players first."""
    least: int
    """All branches with at least so many players are there, down to `MOST_PLIES`, and none with fewer."""


@dataclass
class _Node:
    ply: int
    move: str | None
    games: list[CountedGame]
    """The best first."""
    children: list[_Node] = field(default_factory=list)


def grow(games: Sequence[CountedGame]) -> FieldTree:
    """The tree of at least one game; the best comes first."""
    root = _Node(0, None, list(games))
    widest, met, kept, least = [(-len(games), 0, root)], 1, 0, 1
    while widest:
        players, _, node = heappop(widest)
        if kept == MOST_BRANCHES:
            least = 1 - players
            break
        kept += 1
        if node.ply < MOST_PLIES:
            _split(node)
        for child in node.children:
            heappush(widest, (-len(child.games), met, child))
            met += 1
    return FieldTree([*_branches(root, least)], least)


def _split(node: _Node) -> None:
    """Split the games of a node by their next moves."""
    going: dict[str, list[CountedGame]] = defaultdict(list)
    for game in node.games:
        if len(game.moves) > node.ply:
            going[game.moves[node.ply]].append(game)
    node.children = [_Node(node.ply + 1, move, games) for move, games in going.items()]
    # A stable sort: among equals the branch with the better game stays first.
    node.children.sort(key=lambda child: -len(child.games))


def _branches(root: _Node, least: int) -> Iterator[Branch]:
    open_nodes = [root]
    while open_nodes:
        node = open_nodes.pop()
        games = node.games
        yield Branch(
            node.ply, node.move, len(games), games[0].score, games[(len(games) - 1) // 2].score, games[0].log
        )
        open_nodes += reversed([child for child in node.children if len(child.games) >= least])


def prune(branches: Sequence[Branch], least: int) -> list[Branch]:
    """The branches with at least so many players, and the root."""
    return [branch for branch in branches if branch.players >= least or branch.move is None]


def usual_least(tree: FieldTree) -> int:
    """The fewest players of a branch that is shown by default."""
    return -(-tree.branches[0].players // USUAL_PART) if tree.branches else 1
