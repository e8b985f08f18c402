"""Rating due rounds in the order in which they were certified.

Rounds are added, one after another, to a `Ladder`: the ratings of all players at one game, in memory.

Ratings follow from the stored results alone. So two jobs may run at once: both compute the same ratings. If
results change while a job computes, the job stores nothing.
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
"""The greatest number of players' rows that one transaction writes."""


def rate_due(end: float = inf) -> bool:
    """For each game, rate at least one due round, and more until `time.monotonic()` reaches `end`. Return
    whether all rounds are rated."""
    with _one_at_a_time:
        return min(game.rate_due(end) for game in GAMES_RATED.values())


class RatedGame:
    """Rates the due rounds of one game. Its `Ladder` (the ratings of all players) has all rounds up to the
    last one that was rated here or read from the database."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self._begin_again()

    def _begin_again(self) -> None:
        self._ladder = Ladder()
        self._last: RatedRound | None = None
        """The last round that was added to the ladder, with the version that the round had when its row was
        read. All earlier rounds were added, too. None if the ladder is empty."""

    def rate_due(self, end: float) -> bool:
        """Rate at least one due round, and more until `time.monotonic()` reaches `end`. Return whether all
        rounds are rated."""
        try:
            while (round := self._first_due()) is not None:
                self._catch_up(round)
                outcome = compute_outcome(round, self._ladder)
                self._last = round
                if not store_outcome(round, outcome):
                    self._begin_again()
                if time.monotonic() >= end:
                    return self._first_due() is None
        except BaseException:
            self._begin_again()  # the ratings in memory may come from rounds whose outcome is not stored
            raise
        return True

    def _first_due(self) -> RatedRound | None:
        """The first due round; None if no round is due. A change in a round also changes the versions of all
        later rounds (`rate_from`). So if the last round in the ladder has another version now, a new ladder
        is begun."""
        if (last := self._last) and not RatedRound.objects.filter(pk=last.pk, version=last.version).exists():
            self._begin_again()
        return self._rest.filter(due=True).first()

    @property
    def _rest(self) -> QuerySet[RatedRound]:
        """The rounds that come after the last round in the ladder; all rounds if the ladder is empty."""
        rounds, last = rounds_in_order(self.slug), self._last
        if last is None:
            return rounds
        return rounds.filter(certified_at__gte=last.certified_at).exclude(Q(pk=last.pk) | earlier_than(last))

    def _catch_up(self, round: RatedRound) -> None:
        """Add the stored rounds before this one to the ladder. None of these rounds is due."""
        stored = self._rest.filter(earlier_than(round), certified_at__lte=round.certified_at)
        if (last := stored.last()) is None:
            return
        changes = RatingChange.objects.filter(rated_round__in=stored).order_by("certified_at", "rated_round")
        rows = changes.values_list(
            "rated_round", "certified_at", "player", "rank", "rating", "deviation", "rounds"
        )
        for (_, at), of_round in groupby(rows.iterator(), key=itemgetter(0, 1)):
            stored_changes = list(of_round)
            ranks = {player: rank for _, _, player, rank, *_ in stored_changes}
            rated = {player: Rated(*after) for _, _, player, _, *after in stored_changes}
            self._ladder.recall(ranks, at, rated)
        self._last = last


GAMES_RATED: Final = {slug: RatedGame(slug) for slug in GAMES}
_one_at_a_time: Final = threading.Lock()


class RoundOutcome(NamedTuple):
    changes: Sequence[RatingChange]
    difficulty: DealDifficulty | None


def compute_outcome(round: RatedRound, ladder: Ladder) -> RoundOutcome:
    """Rate the next round. Return the changes of ratings, and the difficulty of the deal, which follows from
    the ratings before the round."""
    results, highest_wins = results_in(round), GAMES[round.game_slug].score_order == "highest"
    ranks = ranks_in(round, results)
    before = {player: ladder[player] for player in ranks}
    # A player who made no move has only looked at the cards. Such a result tells nothing about the
    # difficulty.
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
    """Replace the stored changes of a round, and the ratings of its players, some players at a time. Return
    True once all are replaced. If the round's version changes before that, return False; the round stays
    due."""
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
    """Set each player's rating from their newest change at the game. Delete the rating of a player without
    changes."""
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
