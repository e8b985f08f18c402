"""What is true of a competition after any fault.

Each answered move and log is stored, nothing is there twice, and the standings equal a calculation from the
logs, which uses the rules of the games and reads the tables, and asks nothing of the standings.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
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


def check_stored(competition_id: str, answered: Answered) -> None:
    """Whatever was answered is there, once, and nothing else is."""
    attempts = {
        each.pk: each
        for each in Attempt.objects.select_related("log").filter(round__competition=competition_id)
    }
    for attempt_id, moves in answered.moves.items():
        assert stored_moves(attempts[attempt_id]) == moves, f"the moves of attempt {attempt_id}"
    for attempt_id, score in answered.ended.items():
        assert attempts[attempt_id].score == score
    logs = {each.pk: each for each in Log.objects.filter(round__competition=competition_id)}
    of_logs = set()
    for log_id, (sent, score) in answered.logs.items():
        log = logs[log_id]
        assert log.attempt_id is not None
        assert (tuple(log.moves), attempts[log.attempt_id].score) == (sent, score), f"log {log_id}"
        of_logs.add(log.attempt_id)
    assert len(of_logs) == len(answered.logs), "two logs have one attempt"
    assert attempts.keys() == answered.moves.keys() | of_logs, "an attempt that nobody was answered"
    assert len(logs) == sum(each.ended_at is not None for each in attempts.values())


def stored_moves(attempt: Attempt) -> list[str]:
    """The moves of an attempt: of a running one from their rows, which have no gap, else from its log."""
    rows = list(Move.objects.filter(attempt=attempt).values_list("ply", "text"))
    if attempt.ended_at is not None:
        assert not rows, "the log has taken the place of the rows"
        return attempt.log.moves
    assert [ply for ply, _ in rows] == list(range(len(rows)))
    return [text for _, text in rows]


def check_counted(competition_id: str) -> None:
    """Nothing that happened in a competition is numbered or counted twice, and each result follows from its
    log."""
    competition = Competition.objects.get(pk=competition_id)
    mine: Iterable[Any] = (
        Entry.objects.filter(competition=competition),
        Attempt.objects.filter(round__competition=competition),
        Act.objects.filter(competition=competition),
        StateChange.objects.filter(competition=competition),
    )
    numbers = Counter(n for rows in mine for n in rows.values_list("event", flat=True) if n is not None)
    assert set(numbers.values()) <= {1}, "two events have one number"
    assert max(numbers, default=0) <= competition.events
    assert competition.entrants == Entry.objects.filter(competition=competition).count()
    counting: Counter[tuple[str, int]] = Counter()
    for log in _logs(competition_id):
        assert log.attempt is not None
        replayed = _replayed(log)
        end = log.attempt
        assert (end.score, end.won, end.finished, end.moves_made) == (
            replayed.score,
            replayed.won,
            replayed.finished,
            len(log.moves),
        ), f"the result of attempt {end.pk}"
        counting[log.entry_id, log.round_id] += end.counts
    assert set(counting.values()) <= {0, 1}, "two results count for one entry in one round"
    check_places(competition)


def check_places(competition: Competition) -> int:
    """The stored places of a competition, and their counts, are what its results say. Return how many entries
    have a rank there: none in a small one, nor in one of several rounds."""
    rounds = competition.rounds.select_related("deal")
    keys: dict[str, bytes] = {}
    counts: Counter[bytes] = Counter()
    ranked = 0
    if len(rounds) == 1 and competition.entrants >= entry_places.KEPT_FROM:
        assert competition.has_places
        made = PlaceKeys(lowest_wins=_lowest_wins(rounds[0]), tie_breaks=competition.tie_breaks)
        results = {each.entry_id: each for each in Attempt.objects.filter(round=rounds[0], counts=True)}
        for entry in competition.entries.all():
            out = entry.disqualified_at is not None
            if entry.pk in results and not out:
                keys[entry.pk] = made.of(results[entry.pk])
                ranked += 1
            else:
                keys[entry.pk] = made.without_rank(entry.joined_at, disqualified=out)
            counts.update(made.counted_by(keys[entry.pk], entry.joined_at))
    stored = Entry.objects.filter(competition=competition, place_key__isnull=False)
    assert {pk: bytes(key) for pk, key in stored.values_list("pk", "place_key")} == keys
    counted = competition.place_counts.values_list("key", "entries")
    assert {bytes(key): entries for key, entries in counted} == counts
    return ranked


def reckoned(competition_id: str, now: datetime) -> dict[str, Place]:
    """The place of each entry under the ranking `total` without tie-breaks, by its name."""
    competition = Competition.read(competition_id)
    assert (competition.ranking, competition.tie_breaks) == ("total", ())
    opened = competition.opened_rounds(now)
    entries = list(Entry.objects.select_related("player").filter(competition=competition))
    if not opened:
        return {each.name: (None, None) for each in entries}
    scores: dict[str, dict[int, list[tuple[int, int]]]] = defaultdict(lambda: defaultdict(list))
    for log in _logs(competition_id):
        assert log.attempt is not None
        if not log.attempt.set_aside:
            scores[log.entry_id][log.round_id].append((log.attempt.number, _replayed(log).score))
    ranks = {each.pk for each in entries if each.pk in scores and each.disqualified_at is None}
    totals = {
        each.pk: sum(_worth(scores[each.pk][one.pk], one, competition) for one in opened) for each in entries
    }
    sign = 1 if _lowest_wins(opened[0]) else -1

    def rank(entry: Entry) -> int | None:
        better = sum(sign * totals[each] < sign * totals[entry.pk] for each in ranks)
        return 1 + better if entry.pk in ranks else None

    return {each.name: (rank(each), totals[each.pk]) for each in entries}


def told(rows: Sequence[Any]) -> dict[str, Place]:
    """The same, of rows of the standings as anyone may be told them."""
    return {row["player"]["name"]: (row["rank"], row["total"]) for row in rows}


def _logs(competition_id: str) -> Iterable[Log]:
    logs = Log.objects.select_related("attempt", "round__deal")
    return logs.filter(round__competition=competition_id, attempt__isnull=False)


def _replayed(log: Log) -> Replayed:
    deal = log.round.deal
    replayed = _replay(deal.game_slug, deal.seed, json.dumps(deal.rules), tuple(log.moves))
    assert isinstance(replayed, Replayed), f"log {log.pk} breaks the rules"
    return replayed


@lru_cache(maxsize=4_000)  # simulated days look at the same logs again and again
def _replay(game: str, seed: str, rules: str, moves: tuple[str, ...]) -> Replayed | Refused:
    return replay(GAMES[game], seed, json.loads(rules), moves)


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
