"""Rating the rounds that are due, in the order in which they were certified.

What is worked out follows from the stored results alone. So two jobs at once do no harm: both work out the
same, and what a job worked out from results that have changed meanwhile is not stored.
"""

import threading
import time
from collections.abc import Sequence
from itertools import groupby
from math import inf
from operator import itemgetter
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from games import GAMES

from ..models import Leaderboard, Player, RatedRound, Rating, RatingChange
from .difficulty import DealDifficulty, difficulty_of
from .ladder import Ladder, Rated
from .order import earlier_than, rounds_in_order
from .rated_rounds import ranks_in, results_in

AT_A_TIME: Final = 1000
"""For how many players the rows are written in one transaction."""


def rate_due(end: float = inf) -> bool:
    """Rate what is due at each game until that moment of the monotonic clock, but at least one round of each;
    say whether all is rated."""
    with _one_at_a_time:
        return min(game.rate_due(end) for game in GAMES_RATED.values())


class RatedGame:
    """The ratings of one game, as far as its rounds are rated and none of them is due again."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self._begin_again()

    def _begin_again(self) -> None:
        self._ladder = Ladder()
        self._last: RatedRound | None = None
        """The last round that the ladder was told of, as it is stored; so it knows all before."""

    def rate_due(self, end: float) -> bool:
        """Rate rounds that are due until that moment, but at least one; say whether all are rated."""
        try:
            while (round := self._first_due()) is not None:
                self._catch_up(round)
                outcome = worked_out(round, self._ladder)
                self._last = round
                if not store_outcome(round, outcome):
                    self._begin_again()
                if time.monotonic() >= end:
                    return self._first_due() is None
        except BaseException:
            self._begin_again()  # the ladder may have been told of more than is stored
            raise
        return True

    def _first_due(self) -> RatedRound | None:
        """The first round that is due. What changes before a round changes its version, too (`rate_from`):
        while the last one's is as it was, all that the ladder knows still holds, and nothing of it is due."""
        if (last := self._last) and not RatedRound.objects.filter(pk=last.pk, version=last.version).exists():
            self._begin_again()
        return self._rest.filter(due=True).first()

    @property
    def _rest(self) -> QuerySet[RatedRound]:
        """The rounds that the ladder was not told of."""
        rounds, last = rounds_in_order(self.slug), self._last
        if last is None:
            return rounds
        return rounds.filter(certified_at__gte=last.certified_at).exclude(Q(pk=last.pk) | earlier_than(last))

    def _catch_up(self, round: RatedRound) -> None:
        """Let the ladder know the rounds before this one, none of which is due, as they are stored."""
        stored = self._rest.filter(earlier_than(round), certified_at__lte=round.certified_at)
        if (last := stored.last()) is None:
            return
        changes = RatingChange.objects.filter(rated_round__in=stored).order_by("certified_at", "rated_round")
        rows = changes.values_list(
            "rated_round", "certified_at", "player", "rank", "rating", "deviation", "rounds"
        )
        for (_, at), of_round in groupby(rows.iterator(), key=itemgetter(0, 1)):
            told = list(of_round)
            ranks = {player: rank for _, _, player, rank, *_ in told}
            rated = {player: Rated(*after) for _, _, player, _, *after in told}
            self._ladder.recall(ranks, at, rated)
        self._last = last


GAMES_RATED: Final = {slug: RatedGame(slug) for slug in GAMES}
_one_at_a_time: Final = threading.Lock()


class RoundOutcome(NamedTuple):
    changes: Sequence[RatingChange]
    difficulty: DealDifficulty | None


def worked_out(round: RatedRound, ladder: Ladder) -> RoundOutcome:
    """What the next round does to the ratings, and how hard its deal was by those from before it."""
    results, highest_wins = results_in(round), GAMES[round.game_slug].score_order == "highest"
    ranks = ranks_in(round, results)
    before = {player: ladder[player] for player in ranks}
    # Whoever made no move has only looked at the cards.
    played = [
        (before[player].rating, result.score) for player, result in results.items() if result.moves_made
    ]
    changes = [
        RatingChange(
            rated_round=round,
            player_id=player,
            game_slug=round.game_slug,
            certified_at=round.certified_at,
            rank=ranks[player],
            field=len(ranks),
            change=after.rating - before[player].rating,
            **after._asdict(),
        )
        for player, after in ladder.rate(ranks, round.certified_at).items()
    ]
    return RoundOutcome(changes, difficulty_of(played, highest_wins=highest_wins))


def store_outcome(round: RatedRound, outcome: RoundOutcome) -> bool:
    """Store what the round does, in place of what it did, and what its players are rated now; False if it is
    to be rated again meanwhile. A round that is stored in part is still due."""
    counting = {change.player_id: change for change in outcome.changes}
    did_count = set(round.changes.values_list("player", flat=True))
    players = [*(did_count - counting.keys()), *counting]
    same = RatedRound.objects.filter(pk=round.pk, version=round.version)
    for start in range(0, len(players), AT_A_TIME):
        batch = players[start : start + AT_A_TIME]
        with transaction.atomic():
            if not same.select_for_update().exists():
                return False
            round.changes.filter(player__in=[each for each in batch if each not in counting]).delete()
            RatingChange.objects.bulk_create(
                [counting[each] for each in batch if each in counting],
                update_conflicts=True,
                unique_fields=["rated_round", "player"],
                update_fields=["rank", "field", "rating", "deviation", "change", "rounds"],
            )
            _rate_players(round.game_slug, batch)
    return same.update(due=False, difficulty=outcome.difficulty and outcome.difficulty.stored) == 1


def _rate_players(slug: str, players: Sequence[str]) -> None:
    """Let the players be rated as the newest of their changes at the game says; whoever has none is not
    rated."""
    theirs = RatingChange.objects.filter(player=OuterRef("pk"), game_slug=slug)
    newest = theirs.order_by("-certified_at", "-rated_round").values("pk")[:1]
    newest_of = dict(Player.objects.filter(pk__in=players).values_list("pk", Subquery(newest)))
    changes = RatingChange.objects.in_bulk([key for key in newest_of.values() if key is not None])
    Rating.objects.filter(
        game_slug=slug, player__in=[player for player, key in newest_of.items() if key is None]
    ).delete()
    Rating.objects.bulk_create(
        [
            Rating(
                player_id=change.player_id,
                game_slug=slug,
                rating=change.rating,
                deviation=change.deviation,
                rounds=change.rounds,
                rated_at=change.certified_at,
            )
            for change in changes.values()
        ],
        update_conflicts=True,
        unique_fields=["player", "game_slug"],
        update_fields=["rating", "deviation", "rounds", "rated_at"],
    )
    Leaderboard.objects.bulk_create([Leaderboard(game_slug=slug)], ignore_conflicts=True)
    Leaderboard.objects.filter(pk=slug).update(version=F("version") + 1)
