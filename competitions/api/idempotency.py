"""Idempotency: a POST that creates is done once for each `Idempotency-Key` of its caller and path."""

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
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from ..models import KeptAnswer
from ..refusals import Refusal, invalid
from ..web.problems import CONTENT_TYPE, STATUS, as_refusal, problem_body
from .leases import LEASE, is_leased, leases
from .read_request import same_json
from .unknown import with_warnings

KEPT_FOR: Final = timedelta(hours=24)

LONGEST_WORK: Final = timedelta(minutes=10)
"""No request works for longer than this."""

HEADER: Final = "Idempotency-Key"

REPLAYED: Final = "Idempotency-Replayed"
"""The header field of an answer that was given before."""

AT_WORK_S: Final = 1
"""How soon to ask again for what is at work: nearly all of it is done by then."""

NOT_KEPT: Final = frozenset({"rate_limited", "unavailable"})
"""Refusals that do not depend on the request itself: a repeat is tried again."""

AT_FAULT: Final = 422
"""The status of refusals after which the client mends its request, and may send it with the same key."""


@dataclass(frozen=True)
class JsonAnswer:
    """A status and the JSON that goes with it."""

    status: int
    body: Mapping[str, Any]


Keep = Callable[[JsonAnswer], None]
"""Keeps an answer in the transaction of the write that it answers; must be called before that ends."""

Prepared = Callable[..., Any]
"""What writes, once everything is read and judged."""


def in_transaction(write: Callable[[], JsonAnswer], keep: Keep | None) -> JsonAnswer:
    """Write in a transaction of its own."""
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
    """Prepare, write and answer; or repeat the answer that the same request got before.

    `prepare` reads and judges without a lock and returns what `write` takes. The write and the keeping of its
    answer are one transaction; without a key there is nothing to keep.

    Raises `invalid` for a malformed key, `idempotency_conflict` for a key that was
    used with another body, `in_progress` while the first request is at work, and what
    `value_of` raises.
    """
    kept = _reserve(request, now)
    if kept is not None and kept.status is not None:
        again = _response(JsonAnswer(kept.status, json.loads(kept.body)))
        again[REPLAYED] = "true"
        return again
    with leases.held(kept):
        try:
            answer = write(prepare(), None if kept is None else partial(_keep_told, kept, request))
        except Exception as error:
            _keep_refusal(kept, as_refusal(error))
            raise
    return _response(answer)


def free_unanswered(now: datetime) -> None:
    """Free the keys that requests held when the process ended. Only for a database with one process."""
    KeptAnswer.objects.filter(status=None, reserved_at__gt=now - LONGEST_WORK).delete()


def _response(answer: JsonAnswer) -> Response:
    problem = answer.status >= 400
    return Response(answer.body, status=answer.status, content_type=CONTENT_TYPE if problem else None)


def _reserve(request: Request, now: datetime) -> KeptAnswer | None:
    """This request's row, new or already answered; None if no key was sent."""
    key = request.headers.get(HEADER)
    if key is None:
        return None
    if not re.fullmatch(r"[\x21-\x7e]{1,255}", key):
        raise invalid(HEADER, "Must be 1 to 255 visible ASCII characters.")
    digest = hashlib.sha256(same_json(request)).hexdigest()
    mine = {"caller": request.user, "path": request.path, "key": key}
    return _reserved(mine, digest, now) or _repeated(mine, digest, now)


def _reserved(mine: dict[str, Any], digest: str, now: datetime) -> KeptAnswer | None:
    """A new row; None if there is one already."""
    try:
        with transaction.atomic():
            return KeptAnswer.objects.create(
                **mine, body_digest=digest, reserved_at=now, leased_until=now + LEASE
            )
    except IntegrityError:
        return None


def _repeated(mine: dict[str, Any], digest: str, now: datetime) -> KeptAnswer:
    """The existing row, if it is answered or its request died; a new row in the place of an expired one."""
    kept = KeptAnswer.objects.filter(**mine).first()
    if kept is None:  # it was freed meanwhile
        raise _in_progress()
    if kept.reserved_at <= now - KEPT_FOR:
        KeptAnswer.objects.filter(pk=kept.pk, reserved_at=kept.reserved_at).delete()
        fresh = _reserved(mine, digest, now)
        if fresh is None:  # another repeat was faster
            raise _in_progress()
        return fresh
    if kept.body_digest != digest:
        raise Refusal("idempotency_conflict", f"This {HEADER} was used with another body.")
    return kept if kept.status is not None else _taken_over(kept, now)


def _taken_over(kept: KeptAnswer, now: datetime) -> KeptAnswer:
    """The row of a request that died; raises `in_progress` if it lives, or if another repeat was faster."""
    left = _held(kept).filter(leased_until=kept.leased_until)
    if is_leased(kept, now) or not left.update(reserved_at=now, leased_until=now + LEASE):
        raise _in_progress()
    kept.reserved_at = now
    return kept


def _held(kept: KeptAnswer) -> QuerySet[KeptAnswer]:
    """The row, unless another request has taken it over from the one that reserved it."""
    return KeptAnswer.objects.filter(pk=kept.pk, status=None, reserved_at=kept.reserved_at)


def _in_progress() -> Refusal:
    return Refusal("in_progress", "The first request with this key is still at work.", retry_after=AT_WORK_S)


def _keep_told(kept: KeptAnswer, request: Request, answer: JsonAnswer) -> None:
    """Keep the answer with the warnings that go out with it."""
    _keep(kept, replace(answer, body=with_warnings(request, answer.body)))


def _keep(kept: KeptAnswer, answer: JsonAnswer) -> None:
    """Keep the answer; raises `in_progress` if the row was taken over: the write must then be rolled back."""
    if not _held(kept).update(status=answer.status, body=JSONRenderer().render(answer.body).decode()):
        raise _in_progress()


def _keep_refusal(kept: KeptAnswer | None, refusal: Refusal | None) -> None:
    """Keep the refusal as the answer, unless it is `NOT_KEPT`: then the key is free again, as after a fault
    of ours."""
    if kept is None:
        return
    if refusal is None or refusal.code in NOT_KEPT or STATUS[refusal.code] == AT_FAULT:
        _held(kept).delete()
    else:
        _keep(kept, JsonAnswer(STATUS[refusal.code], problem_body(refusal)))
