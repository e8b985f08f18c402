"""The tree of a round's games as lines. Moves without a branch between them share a line."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from competitions.embargo.visibility import Viewpoint
from competitions.models import Log, Round, SolvedRound
from competitions.solving.tree.grow_tree import Branch, FieldTree, prune, usual_least
from games.game import Position
from games.replay import Refused, play
from games.steps import in_words_and_scores

MOST_SHOWN: Final = 400
"""How many branches a page shows at most. The rarest branches are left out."""


@dataclass
class TreeLine:
    """A run of moves without a branch. `others` counts players who stopped there or took branches that the
    page leaves out."""

    words: str
    """The first of the line's moves, in words."""
    first: Branch
    last: Branch
    mine: bool
    """Whether the viewer played these moves."""
    best: bool
    """Whether these moves are on the best line of the deal."""
    ways: list["TreeLine"] = field(default_factory=list)
    """The lines that follow this one."""

    @property
    def more(self) -> int:
        """How many moves come after the first one."""
        return self.last.ply - self.first.ply

    @property
    def others(self) -> int:
        return self.last.players - sum(way.first.players for way in self.ways)


class WrittenLine(NamedTuple):
    """A line at its place on the page. Templates must not recurse, because games are long; so the lines come
    as a flat list."""

    line: TreeLine
    begins: bool
    """Whether `line` is the first of the lines that continue one line, so that the page opens a nested list
    before it."""
    ends: Sequence[TreeLine]
    """The earlier lines whose lists close after this line, the innermost first."""


class Marked(NamedTuple):
    """The moves to mark in a tree."""

    mine: Sequence[str]
    best: Sequence[str]


def shown_least(tree: FieldTree) -> int:
    """How many players must have taken a branch for the page to show it."""
    counts = sorted((branch.players for branch in tree.branches), reverse=True)
    fits = counts[MOST_SHOWN] + 1 if len(counts) > MOST_SHOWN else 1
    return max(tree.least, usual_least(tree), fits)


def lines_of(tree: FieldTree, opening: Position, marked: Marked) -> TreeLine:
    """The root line with all lines below it."""
    branches = prune(tree.branches, shown_least(tree))
    root = TreeLine("", branches[0], branches[0], mine=True, best=True)
    at: list[tuple[Position, TreeLine]] = [(opening, root)]
    for number, branch in enumerate(branches[1:], start=1):
        del at[branch.ply :]
        position, line = at[-1]
        assert branch.move is not None
        after = play(position, branch.move)
        assert not isinstance(after, Refused)  # a player made this move, so the rules allow it
        marks = (line.mine and _is_on(marked.mine, branch), line.best and _is_on(marked.best, branch))
        goes_on = line.last is branches[number - 1] and line.last.players == branch.players
        if goes_on and line is not root and marks == (line.mine, line.best):
            line.last = branch
        else:
            [(words, _)] = in_words_and_scores(position, [branch.move])
            line.ways.append(TreeLine(words, branch, branch, *marks))
            line = line.ways[-1]
        at.append((after, line))
    return root


def written_lines(root: TreeLine) -> Iterator[WrittenLine]:
    """All lines below the root. Each is followed by the lines that continue it."""
    waiting = [WrittenLine(line, False, ()) for line in reversed(root.ways)]
    while waiting:
        written = waiting.pop()
        ways = written.line.ways
        yield written._replace(ends=()) if ways else written
        for number in reversed(range(len(ways))):
            ends = (written.line, *written.ends) if number == len(ways) - 1 else ()
            waiting.append(WrittenLine(ways[number], number == 0, ends))


def _is_on(moves: Sequence[str], branch: Branch) -> bool:
    """Whether `moves` continue through this branch."""
    return len(moves) >= branch.ply and moves[branch.ply - 1] == branch.move


def best_line(seen: Viewpoint, round: Round) -> Sequence[str]:
    """The moves that reach par; empty if the viewer may not know them."""
    if seen.par(round) is None:
        return ()
    found = SolvedRound.objects.filter(round=round).values_list("moves", flat=True).first()
    return found or ()


def own_line(seen: Viewpoint, round: Round) -> Sequence[str]:
    """The moves of the viewer's counting game; empty without one."""
    if seen.entry is None:
        return ()
    log = Log.objects.filter(entry=seen.entry, round=round, attempt__counts=True).first()
    return () if log is None else json.loads(log.moves)
