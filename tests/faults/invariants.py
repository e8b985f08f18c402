"""What is true of a competition after any fault.

Each answered move and log is stored, nothing is there twice, and the standings equal a calculation from the
logs, which uses the rules of the games and reads the tables, and asks nothing of the standings.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from competitions.ledger import entry_places
from competitions.ledger.place_keys import PlaceKeys
from competitions.models import Act, Attempt, Competition, Entry, Log, Move, Round, StateChange
from games import GAMES
from games.replay import Refused, Replayed, replay

Place = tuple[int | None, int | None]
"""A rank and a total; both None as long as no round has opened."""


@dataclass
class Answered:
    """What the players of a competition were answered. The threads of a load note in it."""

    moves: dict[str, list[str]] = field(default_factory=dict)
    """The answered moves of each attempt that was begun, by its id."""
    ended: dict[str, int] = field(default_factory=dict)
    """The scores with which attempts ended, by their ids."""
    logs: dict[str, tuple[tuple[str, ...], int]] = field(default_factory=dict)
    """The moves and the score of each log that was sent, by its id."""


ENTRY = ("id", "called", "player__name", "joined_at", "disqualified_at", "place_key", "event")
ATTEMPT = (
    *("id", "entry", "number", "ended_at", "score", "won", "finished", "moves_made", "elapsed_ms"),
    *("counts", "set_aside", "event"),
)
LOG = ("id", "entry", "round", "attempt", "moves")


class Stored:
    """What is stored of a competition, read once for all checks."""

    def __init__(self, competition_id: str) -> None:
        self.competition = Competition.objects.get(pk=competition_id)
        self.rounds = {each.pk: each for each in self.competition.rounds_in_order}
        # Rows of a few columns cost half as much as objects, and simulated days read them all the time.
        entries = Entry.objects.filter(competition=competition_id).order_by()
        self.entries = {each.id: each for each in entries.values_list(*ENTRY, named=True)}
        attempts = Attempt.objects.filter(round__in=self.rounds).order_by()
        self.attempts = {each.id: each for each in attempts.values_list(*ATTEMPT, named=True)}
        logs = Log.objects.filter(round__in=self.rounds).order_by()
        self.logs = {each.id: each for each in logs.values_list(*LOG, named=True)}
        self.log_of = {each.attempt: each for each in self.logs.values()}
        """The log of each ended attempt, by the attempt's key."""
        self.rows: dict[str, list[tuple[int, str]]] = defaultdict(list)
        """The stored moves of each attempt in their order, with their plies."""
        moves = Move.objects.filter(attempt__round__in=self.rounds).order_by("attempt", "ply")
        for attempt_id, ply, text in moves.values_list("attempt", "ply", "text"):
            self.rows[attempt_id].append((ply, text))

    def moves(self, attempt_id: str) -> list[str]:
        """The moves of an attempt: of a running one from their rows, which have no gap, else from its log."""
        if self.attempts[attempt_id].ended_at is not None:
            moves: list[str] = self.log_of[attempt_id].moves
            return moves
        rows = self.rows.get(attempt_id, [])
        assert [ply for ply, _ in rows] == list(range(len(rows)))
        return [text for _, text in rows]

    def replayed(self) -> Iterator[tuple[Any, Any, Replayed]]:
        """Yield each ended attempt with its log, and what the rules make of it."""
        for attempt_id, log in self.log_of.items():
            if attempt_id is not None:
                deal = self.rounds[log.round].deal
                replayed = _replay(deal.game_slug, deal.seed, json.dumps(deal.rules), tuple(log.moves))
                assert isinstance(replayed, Replayed), f"log {log.id} breaks the rules"
                yield self.attempts[attempt_id], log, replayed


def check(stored: Stored, answered: Answered, now: datetime) -> dict[str, Place]:
    """Check what is stored of a competition. Return the place of each entry, by its name, as it follows from
    the logs."""
    check_answered(stored, answered)
    check_counted(stored)
    check_places(stored)
    return reckoned(stored, now)


def check_answered(stored: Stored, answered: Answered) -> None:
    """Whatever was answered is there, once, and nothing else is."""
    attempts, logs = stored.attempts, stored.logs
    for attempt_id, moves in answered.moves.items():
        assert stored.moves(attempt_id) == moves, f"the moves of attempt {attempt_id}"
    for attempt_id, score in answered.ended.items():
        assert attempts[attempt_id].score == score
    of_logs = set()
    for log_id, (sent, score) in answered.logs.items():
        log = logs[log_id]
        assert log.attempt is not None
        assert (tuple(log.moves), attempts[log.attempt].score) == (sent, score), f"log {log_id}"
        of_logs.add(log.attempt)
    assert len(of_logs) == len(answered.logs), "two logs have one attempt"
    assert attempts.keys() == answered.moves.keys() | of_logs, "an attempt that nobody was answered"
    assert all(attempts[each].ended_at is None for each in stored.rows), "a log takes the place of the rows"
    assert len(logs) == sum(each.ended_at is not None for each in attempts.values())


def check_counted(stored: Stored) -> None:
    """Nothing that happened in a competition is numbered or counted twice, and each result follows from its
    log."""
    competition = stored.competition
    acts, states = (
        rows.filter(competition=competition).order_by().values_list("event", flat=True)
        for rows in (Act.objects, StateChange.objects)
    )
    numbered = [each.event for each in (*stored.entries.values(), *stored.attempts.values())]
    numbers = Counter(n for n in (*numbered, *acts.union(states, all=True)) if n is not None)
    assert set(numbers.values()) <= {1}, "two events have one number"
    assert max(numbers, default=0) <= competition.events
    assert competition.entrants == len(stored.entries)
    counting: Counter[tuple[str, int]] = Counter()
    for end, log, replayed in stored.replayed():
        assert (end.score, end.won, end.finished, end.moves_made) == (
            replayed.score,
            replayed.won,
            replayed.finished,
            len(log.moves),
        ), f"the result of attempt {end.id}"
        counting[log.entry, log.round] += end.counts
    assert set(counting.values()) <= {0, 1}, "two results count for one entry in one round"


def check_places(stored: Stored) -> int:
    """The stored places of a competition, and their counts, are what its results say. Return how many entries
    have a rank there: none in a small one, nor in one of several rounds."""
    competition, entries = stored.competition, stored.entries.values()
    keys: dict[str, bytes] = {}
    counts: Counter[bytes] = Counter()
    ranked = 0
    if len(stored.rounds) == 1 and competition.entrants >= entry_places.KEPT_FROM:
        assert competition.has_places
        [round] = stored.rounds.values()
        made = PlaceKeys(lowest_wins=_lowest_wins(round), tie_breaks=competition.tie_breaks)
        results = {each.entry: each for each in stored.attempts.values() if each.counts}
        for entry in entries:
            out = entry.disqualified_at is not None
            if entry.id in results and not out:
                keys[entry.id] = made.of(results[entry.id])
                ranked += 1
            else:
                keys[entry.id] = made.without_rank(entry.joined_at, disqualified=out)
            counts.update(made.counted_by(keys[entry.id], entry.joined_at))
    assert {each.id: bytes(each.place_key) for each in entries if each.place_key is not None} == keys
    counted = competition.place_counts.values_list("key", "entries")
    assert {bytes(key): entries for key, entries in counted} == counts
    return ranked


def reckoned(stored: Stored, now: datetime) -> dict[str, Place]:
    """The place of each entry under the ranking `total` without tie-breaks, by its name."""
    competition, entries = stored.competition, stored.entries.values()
    assert (competition.ranking, competition.tie_breaks) == ("total", ())
    opened = competition.opened_rounds(now)
    if not opened:
        return {_name(each): (None, None) for each in entries}
    scores: dict[str, dict[int, list[tuple[int, int]]]] = defaultdict(lambda: defaultdict(list))
    for attempt, log, replayed in stored.replayed():
        if not attempt.set_aside:
            scores[log.entry][log.round].append((attempt.number, replayed.score))
    ranks = {each.id for each in entries if each.id in scores and each.disqualified_at is None}
    totals = {
        each.id: sum(_worth(scores[each.id][one.pk], one, competition) for one in opened) for each in entries
    }
    sign = 1 if _lowest_wins(opened[0]) else -1

    def rank(entry: Any) -> int | None:
        better = sum(sign * totals[each] < sign * totals[entry.id] for each in ranks)
        return 1 + better if entry.id in ranks else None

    return {_name(each): (rank(each), totals[each.id]) for each in entries}


def told(rows: Sequence[Any]) -> dict[str, Place]:
    """The same, of rows of the standings as anyone may be told them."""
    return {row["player"]["name"]: (row["rank"], row["total"]) for row in rows}


@lru_cache(maxsize=4_000)  # simulated days look at the same logs again and again
def _replay(game: str, seed: str, rules: str, moves: tuple[str, ...]) -> Replayed | Refused:
    return replay(GAMES[game], seed, json.loads(rules), moves)


def _name(entry: Any) -> str:
    """The name of an entry's player in the competition."""
    name: str = entry.called or entry.player__name
    return name


def _worth(played: Sequence[tuple[int, int]], round: Round, competition: Competition) -> int:
    """What the scores of an entry's attempts at a round, with the attempts' numbers, come to."""
    if not played:
        return round.deal.worst_score
    if competition.counts == "first":
        return min(played)[1]
    best = min if _lowest_wins(round) else max
    return best(score for _, score in played)


def _lowest_wins(round: Round) -> bool:
    return round.deal.game.score_order == "lowest"
