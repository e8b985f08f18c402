"""Checks logs offline with the engines that the service judges by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games.deck import commitment, is_seed
from games.language import ENGLISH
from games.logs import LogError, read_json
from games.replay import Refused, replay_log

CLAIMS = ("score", "won", "finished")
"""A log's claims, which the replay answers too."""


class VerifiedLog(NamedTuple):
    """The result of a log. `fault` is None if all its claims are true.

    `unchecked` is True if nothing could be checked: the log is unreadable, or of an unknown game or version.
    """

    name: str
    score: int | None
    fault: str | None
    unchecked: bool = False


Commitments = Mapping[tuple[str, int], str | None]
"""The commitments of rounds, by the competition's id and the round's number."""


def check(log: object, commitments: Commitments | None = None, language: str = ENGLISH) -> VerifiedLog:
    """Replay a log, and compare its result and seed with its claims. `language` is that of the rules' reason
    why a log does not stand.

    >>> check({"game": "wish", "seed": "pub", "moves": ["pair 2 3"], "score": 30})
    VerifiedLog(name='wish pub', score=30, fault=None, unchecked=False)
    >>> check({"game": "wish", "seed": "pub", "moves": ["pair 2 3"], "score": 28}).fault
    'says score 28, and comes to 30'
    >>> check({"game": "wish", "seed": "pub", "moves": ["pair 1 2"]}).fault
    "move 1: 'pair 1 2': the cards differ in rank"
    """
    result, name = replay_log(log), _name(log)
    if isinstance(result, Refused):
        where = "" if result.ply is None else f"move {result.ply + 1}: "
        return VerifiedLog(name, None, where + result.reason.words(language), result.unchecked)
    assert isinstance(log, dict)
    for claim in CLAIMS:
        told, found = log.get(claim), getattr(result, claim)
        if told is not None and told != found:
            return VerifiedLog(
                name, result.score, f"says {claim} {_short_text(told)}, and comes to {_short_text(found)}"
            )
    return VerifiedLog(name, result.score, _astray(log, commitments or {}))


def check_text(
    text: bytes, commitments: Commitments | None = None, language: str = ENGLISH
) -> Iterator[VerifiedLog]:
    """Check a file with one log over any number of lines, or one log on each line."""
    try:
        yield check(read_json(text), commitments, language)
    except LogError:
        lines = enumerate(text.split(b"\n"), 1)
        yield from (check_line(number, line, commitments, language) for number, line in lines if line.strip())


def check_line(
    number: int, line: bytes, commitments: Commitments | None = None, language: str = ENGLISH
) -> VerifiedLog:
    """Check the log on one line."""
    try:
        return check(read_json(line), commitments, language)
    except LogError as error:
        return VerifiedLog(f"line {number}", None, error.reason.words(language), unchecked=True)


def commitments_of(competition: Mapping[str, Any]) -> Commitments:
    """The commitments that a competition has published for its rounds."""
    return {(competition["id"], each["number"]): each.get("commitment") for each in competition["rounds"]}


def _astray(log: Mapping[str, Any], commitments: Commitments) -> str | None:
    """Why a log's deal is not the committed one; None if it is."""
    competition, round = log.get("competition"), log.get("round")
    if not commitments or not isinstance(competition, str) or not isinstance(round, int):
        return None
    if (competition, round) not in commitments:
        return "is of a round that the competition does not have"
    promised = commitments[competition, round]
    if promised is not None and not keeps(log["game"], log["seed"], promised):
        return "its seed is not the one that was committed to"
    return None


def keeps(game: str, seed: str, promised: str) -> bool:
    """Whether the seed is the committed one."""
    return is_seed(seed) and commitment(game, seed) == promised.lower()


def _name(log: object) -> str:
    if not isinstance(log, dict):
        return "no log"
    player = log.get("player")
    known = [player.get("name") if isinstance(player, dict) else None, log.get("id"), log.get("game")]
    said = [each for each in known if isinstance(each, str)]
    if len(said) == 1 and isinstance(log.get("seed"), str):
        said.append(log["seed"][:64])
    return " ".join(said) or "a log"


def _short_text(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)[:40]
