"""Idempotency: within a day, a POST with an `Idempotency-Key` is done only once for each caller, path and
key."""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from ..metrics import route_of
from ..models import KeptAnswer
from ..refusals import Refusal, invalid
from ..translatable import with_facts
from ..web.problems import CONTENT_TYPE, STATUS, as_refusal, count_problem, problem_body
from .read_request import canonical_json
from .unknown import with_warnings

KEPT_FOR: Final = timedelta(hours=24)

AT_WORK: Final = timedelta(seconds=20)
"""How long a request without an answer counts as running. After that, a repeat takes over the work, and
the first request can no longer commit a write."""

HEADER: Final = "Idempotency-Key"

REPLAYED: Final = "Idempotency-Replayed"
"""The header field that marks the answer to a repeat: the answer was stored at the first request."""

AT_WORK_S: Final = 1
"""The seconds after which a client may repeat a request that is still running. By then, nearly all requests
are done."""

NOT_KEPT: Final = frozenset({"rate_limited", "unavailable"})
"""The codes of refusals that depend on the moment, not on the request. They are not stored, so a repeat of
the request is tried anew."""

AT_FAULT: Final = 422
"""The status of refusals after which a client may correct its request and send it with the same key."""


@dataclass(frozen=True)
class JsonAnswer:
    """A status, and the JSON that is sent with it."""

    status: int
    body: Mapping[str, Any]


Keep = Callable[[JsonAnswer], None]
"""A function that stores the answer for repeats. Call it before the transaction of the write ends."""

Prepared = Callable[..., Any]
"""A function that writes what the request asks for. `prepare`, an argument of `answer_once`, returns it."""


def in_transaction(write: Callable[[], JsonAnswer], keep: Keep | None) -> JsonAnswer:
    """Call `write` in a transaction of its own, and store its answer with `keep` in the same transaction."""
    with transaction.atomic():
        answer = write()
        if keep is not None:
            keep(answer)
    return answer


def answer_once(
    request: Request,
    now: datetime,
    prepare: Callable[[], Prepared],
    write: Callable[[Prepared, Keep | None], JsonAnswer] = in_transaction,
) -> Response:
    """Prepare, write and answer. If the same request was answered before, repeat that answer.

    `prepare` reads and checks the request without a lock, and returns the function that writes. `write` calls
    that function, in one transaction that also stores the answer.

    Raises `invalid` for a malformed key, `idempotency_conflict` for a key that was used with another body,
    `in_progress` while the first request is at work, and what `json_in` raises.
    """
    kept = _reserve(request, now)
    if kept is not None and kept.status is not None:
        body = json.loads(kept.body)
        if kept.status >= 400:
            count_problem(body["code"], route_of(request))
        again = _response(JsonAnswer(kept.status, body))
        again[REPLAYED] = "true"
        return again
    try:
        answer = write(prepare(), None if kept is None else partial(_keep_with_warnings, kept, request))
    except Exception as error:
        _keep_refusal(kept, as_refusal(error))
        raise
    return _response(answer)


def free_unanswered(now: datetime) -> None:
    """Free the keys of requests that the process before this one left unfinished. Call this only if one
    process alone uses the database."""
    KeptAnswer.objects.filter(status=None, reserved_at__gt=now - AT_WORK).delete()


def _response(answer: JsonAnswer) -> Response:
    problem = answer.status >= 400
    return Response(answer.body, status=answer.status, content_type=CONTENT_TYPE if problem else None)


def _reserve(request: Request, now: datetime) -> KeptAnswer | None:
    """The row of this request's key; None without a key. The row is new, or has an answer already, or was
    taken over from a request that died."""
    key = request.headers.get(HEADER)
    if key is None:
        return None
    if not re.fullmatch(r"[\x21-\x7e]{1,255}", key):
        raise invalid(HEADER, _("Must be 1 to 255 visible ASCII characters."))
    digest = hashlib.sha256(canonical_json(request)).hexdigest()
    mine = {"caller": request.user, "path": request.path, "key": key}
    return _insert(mine, digest, now) or _find(mine, digest, now)


def _insert(mine: dict[str, Any], digest: str, now: datetime) -> KeptAnswer | None:
    """Insert a row for a key; None if the key has a row already."""
    try:
        with transaction.atomic():
            return KeptAnswer.objects.create(**mine, body_digest=digest, reserved_at=now)
    except IntegrityError:
        return None


def _find(mine: dict[str, Any], digest: str, now: datetime) -> KeptAnswer:
    """Return the key's existing row if the row has an answer. If the request that reserved the row died, take
    over the row for the present request. Replace an expired row by a new one.

    Raises `in_progress` while another request with this key runs, and `idempotency_conflict` if the bodies
    differ.
    """
    kept = KeptAnswer.objects.filter(**mine).first()
    if kept is None:  # the key was freed after `_insert` failed
        raise _in_progress()
    if kept.reserved_at <= now - KEPT_FOR:
        KeptAnswer.objects.filter(pk=kept.pk, reserved_at=kept.reserved_at).delete()
        fresh = _insert(mine, digest, now)
        if fresh is None:  # another repeat inserted its row first
            raise _in_progress()
        return fresh
    if kept.body_digest != digest:
        raise Refusal(
            "idempotency_conflict",
            with_facts(_("This %(header)s was used with another body."), header=HEADER),
        )
    return kept if kept.status is not None else _take_over(kept, now)


def _take_over(kept: KeptAnswer, now: datetime) -> KeptAnswer:
    """Take over the row of a request that died. Raises `in_progress` if that request is alive, or if another
    repeat took the row first."""
    if is_at_work(kept, now) or not _row_of(kept).update(reserved_at=now):
        raise _in_progress()
    kept.reserved_at = now
    return kept


def is_at_work(kept: KeptAnswer, now: datetime) -> bool:
    """Whether a request without an answer counts as running. A row from the far future was stored before the
    clock was set back, and does not count."""
    return abs(now - kept.reserved_at) < AT_WORK


def _row_of(kept: KeptAnswer) -> QuerySet[KeptAnswer]:
    """The row in the database, as a query. It finds nothing if another request has taken the row over."""
    return KeptAnswer.objects.filter(pk=kept.pk, status=None, reserved_at=kept.reserved_at)


def _in_progress() -> Refusal:
    return Refusal(
        "in_progress", _("The first request with this key is still at work."), retry_after=AT_WORK_S
    )


def _keep_with_warnings(kept: KeptAnswer, request: Request, answer: JsonAnswer) -> None:
    _keep(kept, replace(answer, body=with_warnings(request, answer.body)))


def _keep(kept: KeptAnswer, answer: JsonAnswer) -> None:
    """Store the answer in the row. If another request has taken the row over, raise `in_progress`: this error
    rolls back the present request's write."""
    if not _row_of(kept).update(status=answer.status, body=JSONRenderer().render(answer.body).decode()):
        raise _in_progress()


def _keep_refusal(kept: KeptAnswer | None, refusal: Refusal | None) -> None:
    """Free the key if the fault is ours, or if a repeat or a corrected request may succeed. Otherwise, store
    the refusal as the answer."""
    if kept is None:
        return
    if refusal is None or refusal.code in NOT_KEPT or STATUS[refusal.code] == AT_FAULT:
        _row_of(kept).delete()
    else:
        _keep(kept, JsonAnswer(STATUS[refusal.code], problem_body(refusal)))
