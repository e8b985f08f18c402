"""The tree of a round. It is stored in one row, and is valid as long as the same games count."""

from collections.abc import Sequence
from typing import Final

from ...models import Act, Attempt, Log, Round, RoundTree
from .grow_tree import MOST_PLIES, Branch, CountedGame, FieldTree, grow

CHANGING: Final = ("disqualify", "reinstate", "grant_attempt", "set_aside", "count_again")
"""The acts that change which games count. A ban is recorded as `disqualify`, and its end as `reinstate`."""


def stored_tree(round: Round) -> FieldTree | None:
    """The stored tree of a round; None if no tree is stored, or if other games count now than in the tree."""
    stored = RoundTree.objects.filter(round=round).first()
    if stored is None or stored.as_of != _last_event(round):
        return None
    return FieldTree([Branch(*each) for each in stored.branches], stored.least)


def grown_tree(round: Round) -> FieldTree:
    """Grow the tree of a round from the games that count, and store the tree."""
    as_of = _last_event(round)  # read before the games, so that later events make the row outdated
    games = _games(round)
    tree = grow(games) if games else FieldTree([], 1)
    row = RoundTree(
        round=round,
        as_of=as_of,
        least=tree.least,
        branches=[list(each) for each in tree.branches],
    )
    RoundTree.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["round"], update_fields=["as_of", "least", "branches"]
    )
    return tree


def _last_event(round: Round) -> int:
    """The number of the last event that may have changed which games count; 0 if there is none."""
    ended = Attempt.objects.filter(round=round, event__isnull=False)
    acts = Act.objects.filter(competition=round.competition_id, act__in=CHANGING, event__isnull=False)
    newest = (rows.order_by("-event").values_list("event", flat=True).first() for rows in (ended, acts))
    return max(each or 0 for each in newest)


def _games(round: Round) -> Sequence[CountedGame]:
    """The games that count, the best first, each with only as many of its moves as a tree needs."""
    counting = Log.objects.counting().filter(round=round)
    best_first = "attempt__score" if round.deal.game.lowest_wins else "-attempt__score"
    rows = counting.order_by(best_first, "received_at", "pk").values_list("attempt__score", "pk", "moves")
    games = []
    moves_once: dict[str, str] = {}  # equal moves share one string, to save memory
    for score, log, whole in rows.iterator(1000):
        assert score is not None  # the game has ended
        moves = [moves_once.setdefault(move, move) for move in whole[:MOST_PLIES]]
        games.append(CountedGame(score, log, moves))
    return games
