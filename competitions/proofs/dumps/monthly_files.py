"""Writing the files of a month's dump. Only a few rows are in memory at a time. The same data gives the same
bytes, except for the signed head of the history, which contains the time of writing."""

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from itertools import islice
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final, NamedTuple, TypeVar

from django.db.models import QuerySet

from ...derived_keys import derived_key
from ...embargo.profiles import shows_profile
from ...embargo.visibility import Viewpoint, viewpoint
from ...models import Competition, Log, Player, Round, SolvedRound
from ...standings import standings
from ...standings.memory import FIELDS
from ...times import moment
from ..history.evidence import Inclusion, checkpoint, inclusions
from ..history.leaves import commitment_leaf, result_leaf
from ..receipts.keys import keys_json
from ..receipts.signed_receipt import result_json
from .dump_months import DumpMonth
from .file_format import FILES, HEAD, KEYS, file_of, readme, schema

AT_A_TIME: Final = 200
"""How many logs, or rows of the standings, are in memory at once. A long log takes about 30 KB."""

DumpLine = dict[str, Any]

T = TypeVar("T")


class LineCounts(NamedTuple):
    """The number of lines of each file of a month's dump."""

    deals: int
    standings: int
    results: int
    logs: int


def write_month(month: DumpMonth, folder: Path, *, cc0: bool, now: datetime) -> LineCounts:
    """Write the files of a past month into a subfolder of `folder` that is named after the month. Return the
    numbers of lines. Earlier files are replaced only after all new files are complete."""
    target = folder / str(month)
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = Path(mkdtemp(prefix=f".{month}.", dir=folder))  # a new folder: two runs may write at once
    head = checkpoint(now)
    with ExitStack() as stack:
        files = {name: _Lines(stack.enter_context(_compressed(unfinished / file_of(name)))) for name in FILES}
        for competition in certified_in(month):
            seen = viewpoint(competition, None, now)
            for round in competition.rounds_in_order:
                _write_round(files, seen, round, size=head["size"])
            _write_standings(files["standings"], seen)
    for name, content in (HEAD, head), (KEYS, keys_json()):
        (unfinished / name).write_text(json.dumps(content, indent=2) + "\n")
    (unfinished / "README.md").write_text(readme(str(month), cc0=cc0))
    (unfinished / "schema.json").write_text(json.dumps(schema(), indent=2) + "\n")
    target.mkdir(exist_ok=True)
    for file in unfinished.iterdir():
        file.replace(target / file.name)
    unfinished.rmdir()
    return LineCounts(*(files[name].count for name in LineCounts._fields))


def certified_in(month: DumpMonth) -> Iterator[Competition]:
    """The public competitions that were certified in the month, in the order of certifying."""
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
    """Open a compressed file for writing. Its header has no name and no time, so that the same data gives the
    same bytes."""
    with path.open("wb") as file, gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as lines:
        yield lines


def _write_round(files: Mapping[str, _Lines], seen: Viewpoint, round: Round, *, size: int) -> None:
    """Write what a stranger may see of a round: its deal, results and logs. Nothing is written as long as a
    stranger may not see all of these. The proofs of the deal and of the results are for the first `size`
    leaves of the history."""
    competition, seed = seen.competition, seen.seed(round)
    if seed is None or not seen.knows_scores(round) or not seen.sees_ended_games(round):
        return
    with FIELDS.of(competition) as field:
        order = field.in_round(round.pk)
        among, places = order.ranked, {entry: place.rank for entry, place in order.places()}
    [inclusion] = inclusions([commitment_leaf(competition, round)], size=size)
    files["deals"].write(_deal(seen, round, seed, among, inclusion))
    logs = Log.objects.filter(attempt__round=round).select_related("attempt", "entry__player")
    for some in _batches(logs.order_by("attempt__event").iterator(chunk_size=AT_A_TIME)):
        counting = []
        for log in some:
            assert log.attempt is not None
            log.round = log.attempt.round = round
            if seen.sees_played(log.attempt):
                files["logs"].write(_log(log, round, seed))
                counting += [log] if log.attempt.counts else []
        proofs = inclusions([_leaf(log, places.get(log.entry_id), among) for log in counting], size=size)
        for log, proof in zip(counting, proofs, strict=True):
            files["results"].write(_result(log, places.get(log.entry_id), proof))


def _write_standings(file: _Lines, seen: Viewpoint) -> None:
    """Write the standings over all rounds, as a stranger sees them."""
    for some in _batches(standings.rows(seen)):
        players = Player.objects.in_bulk([row["player"]["id"] for row in some])
        for row in some:
            file.write(_standing(seen.competition, row, players[row["player"]["id"]]))


def _batches(items: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(items)
    while some := list(islice(rest, AT_A_TIME)):
        yield some


def public_id_of(player: Player) -> str:
    """The id of a player in the files. A player with a public profile has their own id. A player with a
    private profile has another id, which names nobody. This other id is the same in all files, as long as
    the site's `SECRET_KEY` does not change."""
    if shows_profile(player, None):
        return player.pk
    return derived_key("competitions.dumps", player.pk).hex()[:16]


def _leaf(log: Log, place: int | None, among: int) -> bytes:
    """The leaf in the history for a certified result."""
    result = result_json(log, place=place, field=among)
    return result_leaf(log.round.competition_id, log.entry.player_id, result)


def _deal(seen: Viewpoint, round: Round, seed: str, among: int, inclusion: Inclusion | None) -> DumpLine:
    competition, par = seen.competition, seen.par(round)
    solved = None if par is None else SolvedRound.objects.filter(round=round).first()
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
        "band": round.deal.band and round.deal.band._asdict(),
        "rules_version": round.deal.rules_version,
        "opened_at": moment(round.opening),
        "closed_at": moment(round.closing),
        "certified_at": moment(competition.certified_at),
        "ranking": competition.ranking,
        "tie_breaks": list(competition.tie_breaks),
        "attempts": competition.attempts,
        "counts": competition.counts,
        "field": among,
        "worst_score": round.deal.worst_score,
        "par": par and par.score,
        "par_proven": par and par.proven,
        "best_line": solved and solved.moves,
        "inclusion": inclusion,
    }


def _standing(competition: Competition, row: standings.Row, player: Player) -> DumpLine:
    ties: Sequence[int | datetime | None] = row["tie_break"]
    return {
        "competition": competition.pk,
        "player": public_id_of(player),
        "name": row["player"]["name"] if shows_profile(player, None) else None,
        "bot": player.bot,
        "disqualified": row["disqualified"],
        "place": row["rank"],
        "total": row["total"],
        "points": [cell and cell["points"] for cell in row["rounds"]],
        "played": row["played"],
        "tie_break": [moment(each) if isinstance(each, datetime) else each for each in ties],
    }


def _result(log: Log, place: int | None, inclusion: Inclusion | None) -> DumpLine:
    attempt, entry = log.attempt, log.entry
    assert attempt is not None
    named = shows_profile(entry.player, None)
    return {
        "competition": log.round.competition_id,
        "round": log.round.number,
        "log": log.pk,
        "player": public_id_of(entry.player),
        "name": entry.name if named else None,
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
        "inclusion": inclusion if named else None,
    }


def _log(log: Log, round: Round, seed: str) -> DumpLine:
    attempt, deal = log.attempt, round.deal
    assert attempt is not None
    return {
        "competition": round.competition_id,
        "round": round.number,
        "id": log.pk,
        "player": public_id_of(log.entry.player),
        "attempt": attempt.number,
        "counts": attempt.counts,
        "set_aside": attempt.set_aside,
        "game": deal.game_slug,
        "rules": deal.rules,
        "seed": seed,
        "moves": log.moves,
        "score": attempt.score,
        "won": attempt.won,
        "finished": attempt.finished,
        "rules_version": log.rules_version,
    }
