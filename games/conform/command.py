"""The command line of the conformance kit: `python -m games conform`."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

from games import GAMES
from games.conform.cases import Case, ProgramCall
from games.conform.disagreements import Askable, Disagreement, check_call, first_disagreement
from games.conform.fresh_cases import named
from games.conform.kit import write_kit
from games.conform.program import Program
from games.conform.proof import Proof
from games.conform.reports import report
from games.deck import is_seed

AGREES, DIFFERS, STOPPED = 0, 1, 130


def main(arguments: Sequence[str]) -> int:
    """Write the rules and the vectors, or compare a program with our engine, or both. Return 0 if the files
    were written or the program agrees, 1 if it does not, and 130 if the user interrupts the comparison. The
    process ends with 2 if the options are wrong or the program cannot be started.
    """
    parser = _parser()
    asked = parser.parse_args(arguments)
    if asked.write:
        for file in write_kit(Path(asked.write)):
            print(file)
        if not asked.command:
            return AGREES
    if not asked.command:
        parser.error("the command to be proved is missing: put it after --")
    program = Program(asked.command, asked.patience)
    try:
        return _again(parser, program, asked) if asked.only else _prove(program, asked)
    except OSError as error:
        parser.error(f"{asked.command[0]}: {error.strerror}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m games conform",
        usage="%(prog)s [options] -- COMMAND ...",
        description="Prove that a program plays by the same rules. The program is run with list, deal "
        "and replay.",
        epilog="Example: python -m games conform --game wish --for 60 -- node engine.js",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("command", metavar="COMMAND", nargs="*", help="the program and its arguments, after --")
    add(
        "--game",
        metavar="GAME",
        action="append",
        choices=list(GAMES),
        help="only this game; give it several times for several games",
    )
    much = parser.add_mutually_exclusive_group()
    much.add_argument(
        "--count", metavar="N", type=_number, default=500, help="how many fresh deals to ask about (500)"
    )
    much.add_argument(
        "--for",
        metavar="SECONDS",
        type=_seconds,
        dest="seconds",
        help="for how long to ask about fresh deals",
    )
    add(
        "--seed",
        metavar="TEXT",
        type=_seed,
        help="the text that decides the fresh deals; printed at the start",
    )
    add(
        "--only",
        metavar="CASE",
        action="append",
        help="ask this case again; give it several times to ask several in one run",
    )
    add("--patience", metavar="SECONDS", type=_seconds, default=60.0, help="how long one run may take (60)")
    add("--write", metavar="FOLDER", help="write the rules and the vectors as files into this folder")
    return parser


def _number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError("a whole number, not below 0")
    return int(text)


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds < 1e9:
        raise argparse.ArgumentTypeError("a number of seconds above 0")
    return seconds


def _seed(text: str) -> str:
    if not is_seed(text):
        raise argparse.ArgumentTypeError("1 to 64 letters, digits, underscores and hyphens")
    return text


def _prove(program: Askable, asked: argparse.Namespace) -> int:
    seed = asked.seed or secrets.token_urlsafe(9).replace("-", "x")
    print(f"seed {seed}", file=sys.stderr)
    proof = Proof(program, [GAMES[slug] for slug in asked.game or GAMES], seed, asked.patience)
    try:
        found = proof.found(asked.count, asked.seconds)
    except KeyboardInterrupt:
        print(f"\nStopped. {proof.sum_up()}")
        return STOPPED
    if found is None:
        print(proof.sum_up())
        return AGREES
    print(f"It differs: found after {proof.asked}.")
    return _report(found, asked)


def _again(parser: argparse.ArgumentParser, program: Askable, asked: argparse.Namespace) -> int:
    """Ask the program the cases named by `--only` again, and report the first disagreement."""
    games = [GAMES[slug] for slug in asked.game or GAMES]
    cases = [named(name, games) for name in asked.only]
    lines = [case for case in cases if isinstance(case, Case)]
    calls = [case for case in cases if isinstance(case, ProgramCall)]
    if unknown := [name for name, case in zip(asked.only, cases, strict=True) if case is None]:
        parser.error(f"there is no case {unknown[0]!a}")
    found = next((found for each in calls if (found := check_call(program, each))), None)
    if found is None and lines:
        found = first_disagreement(program, lines)
    if found is None:
        print(f"It agrees on {', '.join(asked.only)}.")
        return AGREES
    return _report(found, asked)


def _report(found: Disagreement, asked: argparse.Namespace) -> int:
    games = [word for slug in asked.game or () for word in ("--game", slug)]
    print(report(found, asked.command, games))
    return DIFFERS
