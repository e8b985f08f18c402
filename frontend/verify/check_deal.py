"""Checks pasted logs: replays each log, and compares the result with what the log claims."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext, ngettext

from competitions.translatable import as_beginning, language_of_games, of_game
from games import GAMES
from games.deck import commitment, is_seed
from games.game import Game, RulesError
from games.logs import Log, LogError, as_log, read_json
from games.replay import Refused, Replayed, replay_log
from games.teaching import score_in_words

MOST: Final = 200
"""How many logs in one text are replayed at most."""

LONGEST_NAME: Final = 24
"""How many characters of a player's name from a log are shown."""


class OtherDeal(ValueError):
    """A log names another deal than the one that was entered beside it."""


@dataclass(frozen=True)
class CheckedLog:
    """A log and its result; `log` is None if it could not be read."""

    log: Log | None
    result: Replayed | Refused
    claimed: int | None = None
    """The score that the log claims."""
    player: str = ""
    """The player's name in the log."""

    @property
    def stands(self) -> bool:
        return isinstance(self.result, Replayed)

    @property
    def unchecked(self) -> bool:
        """Whether the log cannot be checked: it cannot be read, or its game is unknown."""
        return isinstance(self.result, Refused) and self.result.unchecked

    @property
    def wrong(self) -> bool:
        """Whether the log is illegal, or its score is not the claimed one."""
        return not self.unchecked and (not self.stands or self.differs)

    @property
    def differs(self) -> bool:
        """Whether the log is legal, but its score is not the claimed one."""
        return isinstance(self.result, Replayed) and self.claimed not in (None, self.result.score)

    @property
    def ended(self) -> str:
        """How a legal log ends, as a sentence."""
        assert isinstance(self.result, Replayed)
        if self.result.won:
            words = ngettext("Won after %(moves)d move.", "Won after %(moves)d moves.", self.result.ply)
        elif self.result.finished:
            words = ngettext(
                "Played to the end after %(moves)d move.",
                "Played to the end after %(moves)d moves.",
                self.result.ply,
            )
        else:
            words = ngettext(
                "Given up after %(moves)d move.", "Given up after %(moves)d moves.", self.result.ply
            )
        return words % {"moves": self.result.ply}

    @property
    def reason(self) -> str:
        """Why a log is refused, worded for the end of a sentence."""
        assert isinstance(self.result, Refused)
        return str(of_game(self.result.reason))

    @property
    def fault(self) -> str:
        """Why a log is refused, as a sentence."""
        return gettext("%(reason)s.") % {"reason": as_beginning(self.reason)}

    @property
    def outcome(self) -> str:
        """The score in words; empty for an illegal log."""
        if not isinstance(self.result, Replayed):
            return ""
        return score_in_words(self.result.position, language_of_games())

    @property
    def game(self) -> Game | None:
        return GAMES.get(self.log.game) if self.log else None

    @property
    def commitment(self) -> str | None:
        """The deal's commitment; None if the log names no existing game or no valid seed."""
        if self.log is None or self.game is None or not is_seed(self.log.seed):
            return None
        return commitment(self.log.game, self.log.seed)

    @property
    def stood(self) -> Sequence[str]:
        """The legal moves: all moves or, if one is refused, those before it."""
        if isinstance(self.result, Replayed):
            return self.result.moves
        return self.log.moves[: self.result.ply or 0] if self.log else ()

    @property
    def shown(self) -> dict[str, Any] | None:
        """The log with every option set, for the replay, which stops at a refused move. None if the log could
        not be read, or was refused as a whole and not at a move."""
        unread = isinstance(self.result, Refused) and self.result.ply is None
        if self.log is None or self.game is None or unread:
            return None
        return {**self.log._asdict(), "rules": self.game.settle_rules(self.log.rules)}


def check_logs(text: str, deal: Mapping[str, Any]) -> Iterator[CheckedLog]:
    """Replay each log that `logs_in` finds in `text`.

    `deal` has the `game`, `seed` and `rules` that were entered beside the text. They fill in what a log
    leaves out. Raises OtherDeal if a log names another deal.
    """
    for value in logs_in(text):
        yield _refused(value) if isinstance(value, LogError) else _checked(_completed(value, deal))


def logs_in(text: str) -> Iterator[object]:
    """The JSON values in `text`, with a LogError in place of each part that is not JSON.

    The text is one log, or one log a line. It may also be moves alone, one a line or as a JSON list; these
    make a log without a deal.
    """
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if not text.lstrip().startswith(("{", "[")):
        yield {"moves": lines}
        return
    whole = _json(text.strip())
    if isinstance(whole, list):
        yield {"moves": whole}
    elif isinstance(whole, LogError) and sum(line.startswith("{") for line in lines) > 1:
        yield from map(_json, lines)
    else:
        yield whole


def has_no_deal(text: str) -> bool:
    """Whether `text` is empty or has only moves, without a deal."""
    return not text.lstrip().startswith("{")


def _json(text: str) -> object:
    try:
        return read_json(text.encode())
    except LogError as error:
        return error


def _completed(value: object, deal: Mapping[str, Any]) -> object:
    if not isinstance(value, dict):
        return value
    for part, given in deal.items():
        said = value.get(part, given)
        if said != given and not (part == "rules" and _same_rules(deal.get("game"), said, given)):
            raise OtherDeal(part)
    return {**deal, **value}


def _same_rules(game: str | None, said: object, given: object) -> bool:
    """Whether the options `said` in a log mean the same as the options `given` beside it. Also true if `game`
    is unknown or has no such options, because replaying refuses wrong options anyway."""
    try:
        return game is None or game not in GAMES or GAMES[game].settle_rules(said) == given
    except RulesError:
        return True


def _checked(value: object) -> CheckedLog:
    result = replay_log(value)
    try:
        log = as_log(value)
    except LogError:
        return CheckedLog(None, result)
    assert isinstance(value, Mapping)
    return CheckedLog(log, result, **_claims(value))


def _claims(value: Mapping[str, Any]) -> dict[str, Any]:
    score, player = value.get("score"), value.get("player")
    name = player.get("name") if isinstance(player, dict) else None
    return {
        "claimed": score if type(score) is int else None,
        # The text may contain a lone surrogate, which cannot be shown.
        "player": name[:LONGEST_NAME].encode(errors="replace").decode() if isinstance(name, str) else "",
    }


def _refused(error: LogError) -> CheckedLog:
    return CheckedLog(None, Refused("bad_log", error.reason))
