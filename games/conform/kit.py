"""Writes the files of the conformance kit: the rules, and test cases (vectors) with the right answers."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from games import GAMES, output
from games.cards import name
from games.conform.cases import Case, ProgramCall
from games.conform.fresh_cases import VECTORS, cases, deals_of, first_calls, no_log_lines
from games.conform.hands import rare_logs
from games.deck import commitment, deck
from games.game import Game

RULES = Path(__file__).parent / "RULES.md"
#: Marks in RULES.md, where the table of limits and the rules of each game are inserted.
LIMITS, SECTIONS = "<!-- the games and their limits -->", "<!-- the rules of each game -->\n"
DECK_SEEDS = ("0", "pub", "-", "A" * 64)


def write_kit(folder: Path) -> Iterator[Path]:
    """Write the files, and yield their paths. One version of the rules always writes the same files."""
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in _files():
        (folder / file).write_text(text, encoding="ascii" if file != RULES.name else "utf-8", newline="\n")
        yield folder / file


def exact_rules() -> str:
    """Return the exact rules as one text: the common ones, and those in each game's folder."""
    limits = ["| slug | cards | order | limit on moves |", "| --- | --- | --- | --- |"]
    sections = []
    for number, game in enumerate(GAMES.values(), 3):
        limits.append(f"| `{game.slug}` | {len(game.pack)} | {game.score_order} | {game.move_limit} |")
        own = (RULES.parents[1] / game.folder / RULES.name).read_text(encoding="utf-8")
        sections.append(own.replace("# ", f"## {number}. ", 1))
    common = RULES.read_text(encoding="utf-8").replace(LIMITS, "\n".join(limits))
    return common.replace(SECTIONS, "\n".join(sections))


def _files() -> Iterator[tuple[str, str]]:
    yield RULES.name, exact_rules()
    yield "list.json", json.dumps(output.every_game(), indent=1) + "\n"
    yield "decks.ndjson", _ndjson(row for game in GAMES.values() for row in _decks(game))
    yield "deals.ndjson", _ndjson(map(_of_call, first_calls(tuple(GAMES.values()))))
    yield "lines.ndjson", _ndjson(map(_of_case, no_log_lines(VECTORS, 0)))
    for game in GAMES.values():
        drawn = (case for number in range(deals_of(game)) for case in cases(VECTORS, game, number))
        yield f"{game.slug}.ndjson", _ndjson(map(_of_case, drawn))


def _ndjson(rows: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def _decks(game: Game) -> Iterator[dict[str, Any]]:
    rare = [each.seed for each in rare_logs(game) if "shuffle" in each.kind]
    for seed in (*DECK_SEEDS, *rare):
        dealt = [name(card) for card in deck(game.slug, game.pack, seed)]
        yield {"game": game.slug, "seed": seed, "commitment": commitment(game.slug, seed), "deck": dealt}


def _of_call(call: ProgramCall) -> dict[str, Any]:
    return {"kind": call.kind, "arguments": call.arguments, "status": call.status, "result": call.expected}


def _of_case(case: Case) -> dict[str, Any]:
    """Return a case as a row of a vector file. A line that is not UTF-8 is in Base64."""
    try:
        line = {"line": case.line.decode()}
    except UnicodeDecodeError:
        line = {"base64": base64.b64encode(case.line).decode()}
    result = {key: value for key, value in case.expected.items() if key != "error"}
    return {"name": case.name, "kind": case.kind, **line, "result": result}
