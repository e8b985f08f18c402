"""The secrets of webhooks, and the headers of Standard Webhooks that are signed with them."""

import base64
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.utils.crypto import salted_hmac
from standardwebhooks import Webhook

SALT: Final = "competitions.hooks.signing"


def secret_of(hook_id: str) -> str:
    """The secret of a webhook. It follows from the site's own secret and is stored nowhere: who reads the
    database, or a copy of it, signs nothing."""
    key = salted_hmac(SALT, hook_id, algorithm="sha256").digest()
    return f"whsec_{base64.b64encode(key).decode()}"


def signed(hook_id: str, message_id: str, body: str, now: datetime) -> Mapping[str, str]:
    """The headers that go with `body`. A message keeps its id however often it is sent."""
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret_of(hook_id)).sign(message_id, now, body),
    }
