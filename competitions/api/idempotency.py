"""A POST that creates is answered once for each `Idempotency-Key` of its caller and path."""

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from ..http.problems import CONTENT_TYPE, STATUS, as_refusal, problem_body
from ..models import KeptAnswer
from ..refusals import Refusal, invalid
from .parsing import body_of

KEPT_FOR: Final = timedelta(hours=24)

GIVEN_UP_AFTER: Final = timedelta(minutes=1)
"""A request that is at work for longer than this has died, and a repeat takes its place."""

HEADER: Final = "Idempotency-Key"

NOT_KEPT: Final = frozenset({"rate_limited", "unavailable"})
"""Refusals that say nothing of the request itself: the repeat is tried again."""


@dataclass(frozen=True)
class Answer:
    """A status and the JSON that goes with it."""

    status: int
    body: dict[str, Any]


def answer_once(request: Request, now: datetime, prepare: Callable[[], Callable[[], Answer]]) -> Response:
    """Prepare and write, and answer; or repeat what the same request was answered before.

    `prepare` reads and judges without a lock and returns what writes; the
    writing and the keeping of its answer are one transaction.

    Raises `invalid` for a key that is none, `idempotency_conflict` for a key
    used with another body, `in_progress` while the first request is at work.
    """
    kept = _reserve(request, now)
    if kept is not None and kept.status is not None:
        return _response(Answer(kept.status, json.loads(kept.body)))
    try:
        write = prepare()
        with transaction.atomic():
            answer = write()
            _keep(kept, answer)
    except Exception as error:
        _keep_refusal(kept, as_refusal(error))
        raise
    return _response(answer)


def _response(answer: Answer) -> Response:
    problem = answer.status >= 400
    return Response(answer.body, status=answer.status, content_type=CONTENT_TYPE if problem else None)


def _reserve(request: Request, now: datetime) -> KeptAnswer | None:
    """This request's row, fresh or already answered; None where no key was sent."""
    key = request.headers.get(HEADER)
    if key is None:
        return None
    if not re.fullmatch(r"[\x21-\x7e]{1,255}", key):
        raise invalid(HEADER, "Must be 1 to 255 visible ASCII characters.")
    digest = hashlib.sha256(body_of(request)).hexdigest()
    KeptAnswer.objects.filter(caller=request.user, reserved_at__lte=now - KEPT_FOR).delete()
    mine = {"caller": request.user, "path": request.path, "key": key}
    try:
        with transaction.atomic():
            return KeptAnswer.objects.create(**mine, body_digest=digest, reserved_at=now)
    except IntegrityError:
        kept = KeptAnswer.objects.filter(**mine).first()
        if kept is None:  # freed since
            raise _in_progress() from None
        return _repeated(kept, digest, now)


def _repeated(kept: KeptAnswer, digest: str, now: datetime) -> KeptAnswer:
    if kept.body_digest != digest:
        raise Refusal("idempotency_conflict", f"This {HEADER} was used with another body.")
    if kept.status is None:
        if kept.reserved_at > now - GIVEN_UP_AFTER or not _held(kept).update(reserved_at=now):
            raise _in_progress()
        kept.reserved_at = now
    return kept


def _held(kept: KeptAnswer) -> QuerySet[KeptAnswer]:
    """The row, as long as no other request has taken the place of the one that reserved it."""
    return KeptAnswer.objects.filter(pk=kept.pk, status=None, reserved_at=kept.reserved_at)


def _in_progress() -> Refusal:
    return Refusal("in_progress", "The first request with this key is still at work.")


def _keep(kept: KeptAnswer | None, answer: Answer) -> None:
    """Raises `in_progress` when the place was taken: then what was written must not stand."""
    if kept is None:
        return
    if not _held(kept).update(status=answer.status, body=JSONRenderer().render(answer.body).decode()):
        raise _in_progress()


def _keep_refusal(kept: KeptAnswer | None, refusal: Refusal | None) -> None:
    """Keep what was wrong with the request; after a fault of ours the key is free again."""
    if kept is None:
        return
    if refusal is None or refusal.code in NOT_KEPT:
        _held(kept).delete()
    else:
        _keep(kept, Answer(STATUS[refusal.code], problem_body(refusal)))
