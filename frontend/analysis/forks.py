"""The forks in the tree of a round's games: places from which players went different ways."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from competitions.embargo.visibility import Viewpoint
from competitions.models import Log, Round, SolvedRound
from competitions.solving.tree.grow_tree import Branch, FieldTree, prune, usual_least
from competitions.translatable import language_of_games
from games.game import Position
from games.replay import Refused, play
from games.steps import moves_in_words

MOST_WAYS: Final = 5
"""How many ways a page shows at most. A link leads to the others."""


class EndedHow(StrEnum):
    """How `Branch.half` of a way compares with `Branch.half` of all players: better, equal (`USUAL`) or
    worse. `Branch.half` is the score that the better half of the players reached or beat."""

    BETTER = "better"
    USUAL = "usual"
    WORSE = "worse"


class Way(NamedTuple):
    """A move that players made at a fork."""

    branch: Branch
    words: str
    ended: EndedHow
    mine: bool
    """Whether the viewer went this way."""
    best: bool
    """Whether the best line of the deal goes this way."""


class Marked(NamedTuple):
    """Two games whose moves are marked at forks: the viewer's own and the best."""

    mine: Sequence[str]
    best: Sequence[str]


class Fork(NamedTuple):
    """A place in the tree from which not all players went on by the same move, for example because some of
    their games end there."""

    everyone: Branch
    """The root of the tree, with all players."""
    came: Branch
    """The branch that the page's address names."""
    here: Branch
    """The branch at the fork: everyone who came by `came` made the same moves up to here."""
    together: Sequence[str]
    """The moves from `came` to `here`, in words."""
    position: Position
    ways: Sequence[Way]
    """The ways that this page shows, those of the most players first."""
    after: Sequence[Branch]
    """The ways that come after `ways`, for another page."""
    went_on: int
    """How many players went one of the fork's ways, on this page or another."""
    fork_before: Branch | None
    """The branch at the previous fork; None at the first fork."""


class NoSuchBranch(Exception):
    """The tree does not have the requested branch, or no longer has it."""


def fork_at(
    tree: FieldTree, opening: Position, marked: Marked, *, log: str, ply: int, skip: int = 0, lowest: bool
) -> Fork:
    """The fork at a branch, or the first fork after the branch. The branch has `ply` moves, and `log` is the
    id of its players' best log. The first `skip` ways of the fork are left out.

    Raises NoSuchBranch if the tree does not have the branch, or if `skip` is not 0 and leaves no way.
    """
    branches = prune(tree.branches, max(tree.least, usual_least(tree)))
    path = _path_to(branches, log, ply)
    came = len(path) - 1
    while len(children := [*_children(branches, path[-1])]) == 1 and _is_whole(branches, path[-1], children):
        path += children
    moves = [branches[place].move or "" for place in path[1:]]
    before, position = _played(opening, moves, came)
    here, ways = branches[path[-1]], [branches[place] for place in children]
    if skip and skip >= len(ways):
        raise NoSuchBranch
    everyone = branches[0]
    language = language_of_games()
    on_mine, on_best = ([*line[: len(moves)]] == moves for line in marked)
    return Fork(
        everyone,
        branches[path[came]],
        here,
        moves_in_words(before, moves[came:], language),
        position,
        [
            Way(
                way,
                moves_in_words(position, [way.move or ""], language)[0],
                _ended(way, everyone, lowest=lowest),
                on_mine and [*marked.mine[here.ply : way.ply]] == [way.move],
                on_best and [*marked.best[here.ply : way.ply]] == [way.move],
            )
            for way in ways[skip : skip + MOST_WAYS]
        ],
        ways[skip + MOST_WAYS :],
        sum(way.players for way in ways),
        _fork_before(branches, path[: came + 1]),
    )


def _path_to(branches: Sequence[Branch], log: str, ply: int) -> list[int]:
    """The indices of the branches from the root to the one that `log` and `ply` name; ply 0 is the root.
    Raises NoSuchBranch."""
    path: list[int] = []
    for place, branch in enumerate(branches):
        path[branch.ply :] = [place]
        if branch.ply == ply and (branch.log == log or ply == 0):
            return path
    raise NoSuchBranch


def _children(branches: Sequence[Branch], place: int) -> Iterator[int]:
    """The indices of the branches that directly follow the branch at the index `place`."""
    ply = branches[place].ply
    for child in range(place + 1, len(branches)):
        if branches[child].ply <= ply:
            return
        if branches[child].ply == ply + 1:
            yield child


def _is_whole(branches: Sequence[Branch], place: int, children: Sequence[int]) -> bool:
    """Whether all players of a branch went on to its only child."""
    return branches[children[0]].players == branches[place].players


def _fork_before(branches: Sequence[Branch], path: Sequence[int]) -> Branch | None:
    """The branch at the last fork before the end of `path`; None if there is none."""
    for place in reversed(path[:-1]):
        children = [*_children(branches, place)]
        if len(children) > 1 or not _is_whole(branches, place, children):
            return branches[place]
    return None


def _played(opening: Position, moves: Sequence[str], came: int) -> tuple[Position, Position]:
    """The position after the first `came` moves, and the position after all `moves`."""
    before = position = opening
    for ply, move in enumerate(moves, start=1):
        after = play(position, move)
        assert not isinstance(after, Refused)  # a player made this move, so the rules allow it
        position = after
        before = position if ply == came else before
    return before, position


def _ended(way: Branch, everyone: Branch, *, lowest: bool) -> EndedHow:
    if way.half == everyone.half:
        return EndedHow.USUAL
    return EndedHow.BETTER if (way.half < everyone.half) == lowest else EndedHow.WORSE


def best_line(seen: Viewpoint, round: Round) -> Sequence[str]:
    """The moves that reach par; empty if par is not found yet, or if the viewer may not know it."""
    if seen.par(round) is None:
        return ()
    found = SolvedRound.objects.filter(round=round).values_list("moves", flat=True).first()
    return found or ()


def own_line(seen: Viewpoint, round: Round) -> Sequence[str]:
    """The moves of the viewer's game that counts in the round; empty if no game counts."""
    if seen.entry is None:
        return ()
    # The log is found by its attempt, because no index has all logs of an entry.
    counting = Log.objects.filter(attempt__entry=seen.entry, attempt__round=round, attempt__counts=True)
    return next(iter(counting.values_list("moves", flat=True)), ())
