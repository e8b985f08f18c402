"""`evendeal submit`: a log is played again here first, so that a mistake costs no attempt."""

from __future__ import annotations

from pathlib import Path

import typer

from evendeal.cli.screen import Screen
from evendeal.client import Client
from evendeal.resources import Competition
from evendeal.text_files import utf8_text
from games.logs import LogError, read_json
from games.replay import Refused, replay_log


def submit(screen: Screen, client: Client, contest: str, number: int, file: Path) -> int:
    """Send the moves of a log; returns the exit status."""
    try:
        log = read_json(utf8_text(file))
    except LogError as error:
        raise typer.BadParameter(f"{file}: {error.reason.words(screen.language)}") from None
    moves = log.get("moves") if isinstance(log, dict) else log
    if not isinstance(moves, list):
        raise typer.BadParameter(f"{file}: a log has a list of moves")
    competition = client.competition(contest)
    given = log if isinstance(log, dict) else {}
    fault = _fault(competition, number, given, moves, screen.language)
    if fault is not None:
        screen.say(f"Not sent: {fault}")
        return 1
    verdict = client.submit(contest, moves, number)
    if verdict["verdict"] == "rejected":
        screen.say(f"Rejected: {verdict.get('error', verdict.get('code', ''))}")
        return 1
    end = "won" if verdict["won"] else "finished" if verdict["finished"] else "given up"
    screen.say(f"Accepted: score {verdict['score']}, {end}. Watch: evendeal watch {competition['url']}")
    return 0


def _fault(
    competition: Competition, number: int, given: dict[str, object], moves: list[object], language: str
) -> str | None:
    """What is wrong with a log, as far as this machine can tell."""
    rounds = [each for each in competition["rounds"] if each["number"] == number]
    if not rounds or "seed" not in rounds[0]:
        return None  # the service says why
    deal = {name: rounds[0][name] for name in ("game", "seed", "rules")}
    for name in ("game", "seed"):
        if name in given and given[name] != deal[name]:
            return f"the log is of {name} {given[name]}, and round {number} has {name} {deal[name]}."
    result = replay_log({**deal, "moves": moves})
    if isinstance(result, Refused):
        why = result.reason.words(language)
        return why if result.ply is None else f"move {result.ply + 1}: {why}."
    return None
