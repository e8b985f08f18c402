"""Growing a tree from the games of a round, without a database.

The tree is bounded: what few have played, deep in, is left out first. So growing it costs no more than
looking once at each of the first moves of every game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Final, NamedTuple

MOST_PLIES: Final = 200
"""How deep a tree reaches; nearly all games are shorter. Most readers of JSON can follow so far."""

MOST_BRANCHES: Final = 3000
"""How many branches a tree keeps."""

USUAL_PART: Final = 50
"""Unless somebody asks for more, a branch is shown if one in so many players came to it."""


class CountedGame(NamedTuple):
    """A game that counts: the first of its moves, at least as many as a tree reaches."""

    score: int
    log: str
    moves: Sequence[str]


class Branch(NamedTuple):
    """A move that some have made, after the same moves before it. The root is no move, before all others."""

    ply: int
    """How many moves have been made with it."""
    move: str | None
    players: int
    """How many came this way."""
    best: int
    """The best score that one of them ended with."""
    half: int
    """The score that the better half of them reached."""
    log: str
    """The log of the best game that came this way."""


class FieldTree(NamedTuple):
    branches: Sequence[Branch]
    """Each before those that go on from it, and those in their order: the one that most have played first."""
    least: int
    """Every branch that so many came to is there, down to `MOST_PLIES`; of those with fewer, none."""


@dataclass
class _Node:
    ply: int
    move: str | None
    games: list[CountedGame]
    """The best first."""
    children: list[_Node] = field(default_factory=list)


def grow(games: Sequence[CountedGame]) -> FieldTree:
    """The tree of one game or more, the best of which comes first."""
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
    """Let those who went on from a node go on by their moves."""
    going: dict[str, list[CountedGame]] = defaultdict(list)
    for game in node.games:
        if len(game.moves) > node.ply:
            going[game.moves[node.ply]].append(game)
    node.children = [_Node(node.ply + 1, move, games) for move, games in going.items()]
    # Stable: of equals the one with the better game is first, as its games were.
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


def pruned(branches: Sequence[Branch], least: int) -> list[Branch]:
    """Those of the branches to which so many came; the root is always one of them."""
    return [branch for branch in branches if branch.players >= least or branch.move is None]


def usual_least(tree: FieldTree) -> int:
    """How many must have come to a branch for it to be shown, if nobody says another number."""
    return -(-tree.branches[0].players // USUAL_PART) if tree.branches else 1
