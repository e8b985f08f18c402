"""What is sent to a webhook, as it is stored beforehand."""

import json
from datetime import datetime
from typing import Any

from ..models import Delivery, Hook
from ..times import moment


def store(
    hook: Hook, *, type: str, at: datetime, seq: int | None, data: dict[str, Any], now: datetime, **more: Any
) -> Delivery:
    """The next delivery of a webhook, whose row is locked; `seq` is the place of an event in its list."""
    newest = Delivery.objects.filter(hook=hook).first()
    body = {
        "type": type,
        "timestamp": moment(at),
        "competition": hook.competition_id,
        "seq": seq,
        "data": data,
    }
    return Delivery.objects.create(
        hook=hook,
        number=1 if newest is None else newest.number + 1,
        type=type,
        body=json.dumps(body, separators=(",", ":")),
        at=now,
        **more,
    )
