"""Writing the files of a month: a few rows in memory at a time, and the same bytes for the same data."""

import gzip
import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet

from ..derived_keys import derived_key
from ..embargo.profiles import shows_profile
from ..embargo.visibility import Viewpoint, viewpoint
from ..models import Competition, Log, Player, Round
from ..scoring.memory import FIELDS
from ..times import moment
from .described_files import FILES, file_of, readme, schema
from .dump_months import DumpMonth

AT_A_TIME: Final = 200
"""How many logs are in memory at once: a long one has about 30 KB."""

DumpLine = dict[str, Any]


class Written(NamedTuple):
    """How many lines each file has."""

    deals: int
    results: int
    logs: int


def write_month(month: DumpMonth, folder: Path, *, cc0: bool, now: datetime) -> Written:
    """Write the files of a month that is over into a folder of its own in this one, and give how many lines
    each has. The files of before are replaced once all are whole."""
    target = folder / str(month)
    folder.mkdir(parents=True, exist_ok=True)
    begun = Path(mkdtemp(prefix=f".{month}.", dir=folder))  # of this run alone: two may write at once
    with ExitStack() as stack:
        files = {name: _Lines(stack.enter_context(_compressed(begun / file_of(name)))) for name in FILES}
        for competition in certified_in(month):
            for round in competition.rounds_in_order:
                _write_round(files, viewpoint(competition, None, now), round)
    (begun / "README.md").write_text(readme(str(month), cc0=cc0))
    (begun / "schema.json").write_text(json.dumps(schema(), indent=2) + "\n")
    target.mkdir(exist_ok=True)
    for file in begun.iterdir():
        file.replace(target / file.name)
    begun.rmdir()
    return Written(*(files[name].count for name in Written._fields))


def certified_in(month: DumpMonth) -> Iterator[Competition]:
    """The public competitions that were certified in the month, in that order."""
    listed: QuerySet[Competition] = Competition.objects.listed().filter(
        certified_at__gte=month.start, certified_at__lt=month.end
    )
    for pk in listed.order_by("certified_at", "pk").values_list("pk", flat=True).iterator():
        yield Competition.read(pk)


class _Lines:
    def __init__(self, file: gzip.GzipFile) -> None:
        self.file = file
        self.count = 0

    def write(self, line: DumpLine) -> None:
        self.file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self.count += 1


@contextmanager
def _compressed(path: Path) -> Iterator[gzip.GzipFile]:
    """Without the name and the time of the file, which are no data."""
    with path.open("wb") as file, gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as lines:
        yield lines


def _write_round(files: Mapping[str, _Lines], seen: Viewpoint, round: Round) -> None:
    """Write what a stranger may see of a round: all of it, once it is certified."""
    competition, seed = seen.competition, seen.seed(round)
    if seed is None or not seen.knows_scores(round) or not seen.sees_ended_games(round):
        return
    with FIELDS.of(competition) as field:
        order = field.in_round(round.pk)
        among, places = order.counting, {entry: place.rank for entry, place in order.places()}
    files["deals"].write(_deal(competition, round, seed, among))
    logs = Log.objects.filter(round=round, attempt__isnull=False).select_related("attempt", "entry__player")
    for log in logs.order_by("attempt__event").iterator(chunk_size=AT_A_TIME):
        assert log.attempt is not None
        log.attempt.round = round
        if not seen.sees_played(log.attempt):
            continue
        files["logs"].write(_log(log, round, seed))
        if log.attempt.counts:
            files["results"].write(_result(log, round, places.get(log.entry_id)))


def told_id(player: Player) -> str:
    """The id of a player; of one whose profile is private another one, which leads to no page with a name. It
    is the same in every file, as long as the site keeps its secret."""
    if shows_profile(player, None):
        return player.pk
    return derived_key("competitions.dumps", player.pk).hex()[:16]


def _deal(competition: Competition, round: Round, seed: str, among: int) -> DumpLine:
    return {
        "competition": competition.pk,
        "round": round.number,
        "competition_name": competition.name,
        "kind": competition.kind,
        "play": competition.play,
        "game": round.deal.game_slug,
        "rules": round.deal.rules,
        "seed": seed,
        "commitment": round.deal.commitment,
        "rules_version": round.deal.rules_version,
        "opened_at": moment(round.opening),
        "closed_at": moment(round.closing),
        "certified_at": moment(competition.certified_at),
        "field": among,
    }


def _result(log: Log, round: Round, place: int | None) -> DumpLine:
    attempt, entry = log.attempt, log.entry
    assert attempt is not None
    return {
        "competition": round.competition_id,
        "round": round.number,
        "log": log.pk,
        "player": told_id(entry.player),
        "name": entry.name if shows_profile(entry.player, None) else None,
        "bot": entry.player.bot,
        "disqualified": entry.disqualified_at is not None,
        "place": place,
        "score": attempt.score,
        "won": attempt.won,
        "finished": attempt.finished,
        "moves": attempt.moves_made,
        "elapsed_ms": attempt.elapsed_ms,
        "started_at": moment(attempt.started_at),
        "ended_at": moment(attempt.ended_at),
    }


def _log(log: Log, round: Round, seed: str) -> DumpLine:
    attempt, deal = log.attempt, round.deal
    assert attempt is not None
    return {
        "competition": round.competition_id,
        "round": round.number,
        "id": log.pk,
        "player": told_id(log.entry.player),
        "counts": attempt.counts,
        "game": deal.game_slug,
        "rules": deal.rules,
        "seed": seed,
        "moves": json.loads(log.moves),
        "score": attempt.score,
        "won": attempt.won,
        "finished": attempt.finished,
        "rules_version": log.rules_version,
    }
