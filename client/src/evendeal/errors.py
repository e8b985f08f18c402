"""The errors: the service refuses with a code, cannot be reached, is not ready yet, or sends what cannot be
used.

Each code of the service has an exception, so that a client can catch one kind of refusal:

>>> try:
...     raise problem_of(409, {"code": "stale_ply", "detail": "Ply 3 is not next.", "view": {"ply": 2}})
... except StalePly as stale:
...     print(stale, stale.view)
stale_ply: Ply 3 is not next. {'ply': 2}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from games.language import ENGLISH, Message


class EvendealError(Exception):
    """The base of all errors of this package. As a string, an error is in English."""

    def __init__(self, why: str | Message = "") -> None:
        super().__init__(why.words() if isinstance(why, Message) else why)
        self.why = why

    def words(self, language: str = ENGLISH) -> str:
        """The error in words. Errors that this package found are in `language`; a refusal has the service's
        words."""
        return self.why.words(language) if isinstance(self.why, Message) else self.why


class Unreachable(EvendealError):
    """No answer came, or none that the client can use. All tries that were safe within `patience_s` seconds
    have been made."""


class NotYet(EvendealError):
    """The service was still computing the answer after `patience_s` seconds: ask again later."""


class UnknownFields(EvendealError):
    """The service carried out the request, but without the fields that it does not know.

    `warnings` names these fields, and `answer` is the answer. A client with `unknown="ignore"` returns only
    the answer.

    >>> raise UnknownFields([{"field": "time_limit", "message": "There is no such field."}], {"id": "c"})
    Traceback (most recent call last):
    evendeal.errors.UnknownFields: done, but without time_limit: There is no such field.
    """

    def __init__(self, warnings: Sequence[Mapping[str, str]], answer: Mapping[str, Any]) -> None:
        said = "; ".join(f"{each['field']}: {each['message']}" for each in warnings)
        super().__init__(Message("evendeal.done_without", fields=said))
        self.warnings, self.answer = warnings, answer


class StandingsMoved(EvendealError):
    """Standings or a leaderboard changed at every reading. `standings_csv` always shows one moment."""

    def __init__(self, tries: int) -> None:
        super().__init__(Message("evendeal.standings_moved", tries=tries))


class Problem(EvendealError):
    """The service refused. `code` never changes, `detail` is a sentence for people."""

    def __init__(
        self,
        code: str,
        detail: str,
        status: int,
        facts: Mapping[str, Any],
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code, self.detail, self.status, self.facts = code, detail, status, facts
        self.retry_after = retry_after
        """How many seconds to wait before the next try; None if the service does not say."""

    @property
    def errors(self) -> Mapping[str, Any]:
        """The errors in the input, by field; empty if the service names none."""
        found = self.facts.get("errors")
        return found if isinstance(found, Mapping) else {}

    @property
    def ply(self) -> int | None:
        """The number of moves before the refused move; for `stale_ply`, how many moves were made. None in
        other problems."""
        return self.facts.get("ply")

    @property
    def view(self) -> Mapping[str, Any] | None:
        """The current view of the table; None if the problem has none."""
        return self.facts.get("view")


_BY_CODE: dict[str, type[Problem]] = {}


class _Coded(Problem):
    """The base of problems that have an exception of their own, found by their code."""

    def __init_subclass__(cls, *, code: str) -> None:
        _BY_CODE[code] = cls


class BadJson(_Coded, code="bad_json"): ...


class Unauthenticated(_Coded, code="unauthenticated"): ...


class Forbidden(_Coded, code="forbidden"): ...


class NotEntered(_Coded, code="not_entered"): ...


class BadInvite(_Coded, code="bad_invite"): ...


class Embargo(_Coded, code="embargo"): ...


class Disqualified(_Coded, code="disqualified"): ...


class Suspended(_Coded, code="suspended"): ...


class Banned(_Coded, code="banned"): ...


class NotFound(_Coded, code="not_found"): ...


class NoAnalysis(_Coded, code="no_analysis"): ...


class MethodNotAllowed(_Coded, code="method_not_allowed"): ...


class PreconditionFailed(_Coded, code="precondition_failed"): ...


class TooLarge(_Coded, code="too_large"): ...


class UnsupportedMediaType(_Coded, code="unsupported_media_type"): ...


class NameTaken(_Coded, code="name_taken"): ...


class Full(_Coded, code="full"): ...


class NoAttemptsLeft(_Coded, code="no_attempts_left"): ...


class RoundNotOpen(_Coded, code="round_not_open"): ...


class AttemptFinished(_Coded, code="attempt_finished"): ...


class StalePly(_Coded, code="stale_ply"): ...


class WrongState(_Coded, code="wrong_state"): ...


class IdempotencyConflict(_Coded, code="idempotency_conflict"): ...


class InProgress(_Coded, code="in_progress"): ...


class Invalid(_Coded, code="invalid"): ...


class BadMove(_Coded, code="bad_move"): ...


class IllegalMove(_Coded, code="illegal_move"): ...


class GameOver(_Coded, code="game_over"): ...


class TooLong(_Coded, code="too_long"): ...


class NoUndo(_Coded, code="no_undo"): ...


class RateLimited(_Coded, code="rate_limited"): ...


class Unavailable(_Coded, code="unavailable"): ...


_MEMBERS = ("type", "title", "status", "code", "detail")


def problem_of(status: int, body: object, retry_after: float | None = None) -> Problem:
    """The problem in an answer. If the answer has no code, the code is `http_` and the HTTP status.

    >>> try:
    ...     raise problem_of(429, {"code": "rate_limited"}, retry_after=7)
    ... except RateLimited as limited:
    ...     print(limited.retry_after)
    7
    """
    problem = body if isinstance(body, dict) else {}
    code = problem.get("code") or f"http_{status}"
    detail = problem.get("detail") or _phrase(status)
    facts = {name: value for name, value in problem.items() if name not in _MEMBERS}
    return _BY_CODE.get(code, Problem)(code, detail, status, facts, retry_after)


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
