"""Checks logs offline, with the same engines as the service."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games.deck import commitment, is_seed
from games.language import ENGLISH, Message
from games.logs import LogError, read_json
from games.replay import Refused, replay_log

CLAIMS = ("score", "won", "finished")
"""The claims of a log that its replay can confirm."""


class VerifiedLog(NamedTuple):
    """The result of checking a log. `fault` is None if all claims of the log are true.

    `unchecked` is True if nothing could be checked: the log is unreadable, or of an unknown game or version.
    """

    name: str
    score: int | None
    fault: str | None
    unchecked: bool = False


Commitments = Mapping[tuple[str, int], str | None]
"""The commitments of rounds, by the competition's id and the round's number; None for a round without one."""


def check(log: object, commitments: Commitments | None = None, language: str = ENGLISH) -> VerifiedLog:
    """Replay a log, and compare its result and seed with its claims. The fault is in `language`.

    >>> check({"game": "wish", "seed": "pub", "moves": ["pair 2 3"], "score": 30})
    VerifiedLog(name='wish pub', score=30, fault=None, unchecked=False)
    >>> check({"game": "wish", "seed": "pub", "moves": ["pair 2 3"], "score": 28}).fault
    'says score 28, but the replay ends with 30'
    >>> check({"game": "wish", "seed": "pub", "moves": ["pair 1 2"]}).fault
    "move 1: 'pair 1 2': the cards differ in rank"
    >>> check({"game": "wish", "seed": "pub", "moves": [], "won": True}, language="de").fault
    'sagt „gewonnen: ja“, und nachgespielt ist es „nein“'
    """
    result, name = replay_log(log), _name(log, language)
    if isinstance(result, Refused):
        return VerifiedLog(name, None, refusal_at_move(result).words(language), result.unchecked)
    assert isinstance(log, dict)
    for claim in CLAIMS:
        claimed, found = log.get(claim), getattr(result, claim)
        if claimed is not None and claimed != found:
            said, is_so = _short_text(claimed), _short_text(found)
            other = Message("evendeal.says_other", claim=claim, told=said, found=is_so)
            return VerifiedLog(name, result.score, other.words(language))
    astray = _astray(log, commitments or {})
    return VerifiedLog(name, result.score, None if astray is None else astray.words(language))


def refusal_at_move(refused: Refused) -> Message:
    """Why a log is refused, with the number of the illegal move if there is one."""
    if refused.ply is None:
        return refused.reason
    return Message("evendeal.at_move", move=refused.ply + 1, why=refused.reason)


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
    """Check the log on the line `number` of a file."""
    try:
        return check(read_json(line), commitments, language)
    except LogError as error:
        name = Message("evendeal.line", line=number).words(language)
        return VerifiedLog(name, None, error.reason.words(language), unchecked=True)


def commitments_of(competition: Mapping[str, Any]) -> Commitments:
    """The commitments that a competition has published for its rounds."""
    return {(competition["id"], each["number"]): each.get("commitment") for each in competition["rounds"]}


def _astray(log: Mapping[str, Any], commitments: Commitments) -> Message | None:
    """Why a log's deal is not the committed deal; None if it is, or if no commitment can be compared."""
    competition, round = log.get("competition"), log.get("round")
    if not commitments or not isinstance(competition, str) or not isinstance(round, int):
        return None
    if (competition, round) not in commitments:
        return Message("evendeal.round_unknown")
    promised = commitments[competition, round]
    if promised is not None and not keeps(log["game"], log["seed"], promised):
        return Message("evendeal.other_seed")
    return None


def keeps(game: str, seed: str, promised: str) -> bool:
    """Whether the seed is the one that was committed to."""
    return is_seed(seed) and commitment(game, seed) == promised.lower()


def _name(log: object, language: str) -> str:
    if not isinstance(log, dict):
        return Message("evendeal.no_log").words(language)
    player = log.get("player")
    known = [player.get("name") if isinstance(player, dict) else None, log.get("id"), log.get("game")]
    said = [each for each in known if isinstance(each, str)]
    if len(said) == 1 and isinstance(log.get("seed"), str):
        said.append(log["seed"][:64])
    return " ".join(said) or Message("evendeal.a_log").words(language)


def _short_text(value: object) -> Message | str:
    if isinstance(value, bool):
        return Message("evendeal.yes") if value else Message("evendeal.no")
    return str(value)[:40]
