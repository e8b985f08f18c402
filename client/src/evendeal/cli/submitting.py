"""`evendeal submit`: replays a log on this machine before it is sent, if the contest shows the deal."""

from __future__ import annotations

from pathlib import Path

import typer

from evendeal.cli.screen import Screen
from evendeal.client import Client
from evendeal.resources import Competition
from evendeal.text_files import utf8_text
from evendeal.verifying import refusal_at_move
from games.language import Message
from games.logs import LogError, read_json
from games.replay import Refused, replay_log


def submit(screen: Screen, client: Client, contest: str, number: int, file: Path) -> int:
    """Send the moves of a log. Return the exit status: 0 if the log was accepted, otherwise 1."""
    try:
        log = read_json(utf8_text(file))
    except LogError as error:
        raise typer.BadParameter(_of_file(file, error.reason).words(screen.language)) from None
    moves = log.get("moves") if isinstance(log, dict) else log
    if not isinstance(moves, list):
        raise typer.BadParameter(_of_file(file, Message("evendeal.log_has_moves")).words(screen.language))
    competition = client.competition(contest)
    given = log if isinstance(log, dict) else {}
    fault = _fault(competition, number, given, moves)
    if fault is not None:
        screen.say(fault)
        return 1
    verdict = client.submit(contest, moves, number)
    if verdict["verdict"] == "rejected":
        screen.say(Message("evendeal.rejected", why=str(verdict.get("error", verdict.get("code", "")))))
        return 1
    end = "won" if verdict["won"] else "finished" if verdict["finished"] else "given_up"
    score = str(verdict["score"])
    screen.say(Message("evendeal.accepted", score=score, end=end, url=competition["url"]))
    return 0


def _of_file(file: Path, fault: Message) -> Message:
    return Message("evendeal.of_file", file=str(file), why=fault)


def _fault(
    competition: Competition, number: int, given: dict[str, object], moves: list[object]
) -> Message | None:
    """Why a log must not be sent, as far as this machine can tell; None if the log may be sent."""
    rounds = [each for each in competition["rounds"] if each["number"] == number]
    if not rounds or "seed" not in rounds[0]:
        return None  # let the service refuse the log, and give the reason
    deal = {name: rounds[0][name] for name in ("game", "seed", "rules")}
    for name in ("game", "seed"):
        if name in given and given[name] != deal[name]:
            claimed, dealt = str(given[name]), str(deal[name])
            return Message("evendeal.not_sent_other_deal", part=name, told=claimed, round=number, dealt=dealt)
    result = replay_log({**deal, "moves": moves})
    if isinstance(result, Refused):
        return Message("evendeal.not_sent", why=refusal_at_move(result))
    return None
