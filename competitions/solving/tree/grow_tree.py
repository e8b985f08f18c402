"""Growing a tree from the games of a round, without a database.

The number of branches is limited: the branches with the fewest players are left out. Growing takes at most
one step for each of the first `MOST_PLIES` moves of each game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Final, NamedTuple

MOST_PLIES: Final = 200
"""The greatest depth of a tree, in moves. Nearly all games are shorter, and most JSON parsers accept this
depth."""

MOST_BRANCHES: Final = 3000
"""The greatest number of branches of a tree."""

USUAL_PART: Final = 50
"""By default, a branch is shown if at least one in this many of the players made its moves."""


class CountedGame(NamedTuple):
    """A game that counts. `moves` are all moves of the game, or at least the first `MOST_PLIES`."""

    score: int
    log: str
    moves: Sequence[str]


class Branch(NamedTuple):
    """A move of one or more players, who all made the same moves before. The root of the tree stands for no
    move."""

    ply: int
    """The number of moves that were made, including this one."""
    move: str | None
    players: int
    """The number of players who made these moves."""
    best: int
    """The best final score of these players."""
    half: int
    """The score that the better half of these players reached or beat."""
    log: str
    """The id of these players' best log."""


class FieldTree(NamedTuple):
    branches: Sequence[Branch]
    """The branches of the tree, depth first: a branch comes before its children. Of siblings, the one with
    the most players comes first."""
    least: int
    """The fewest players that a branch of the tree may have. The tree has all branches with at least
    this many players, to the depth of `MOST_PLIES`."""


@dataclass
class _Node:
    ply: int
    move: str | None
    games: list[CountedGame]
    """The games that begin with the moves to this node, the best first."""
    children: list[_Node] = field(default_factory=list)


def grow(games: Sequence[CountedGame]) -> FieldTree:
    """Grow the tree of at least one game. `games` must be sorted by score, the best first."""
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
    # The sort is stable, so among branches with equally many players, the one with the better game stays
    # first.
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
    """Return the branches with at least `least` players, and the root."""
    return [branch for branch in branches if branch.players >= least or branch.move is None]


def usual_least(tree: FieldTree) -> int:
    """How many players a branch needs at least to be shown by default."""
    return -(-tree.branches[0].players // USUAL_PART) if tree.branches else 1
