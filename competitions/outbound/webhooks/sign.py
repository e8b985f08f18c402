"""The secrets of webhooks, and the headers of Standard Webhooks that are signed with them."""

import base64
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from standardwebhooks import Webhook

from ...derived_keys import derived_key, derived_keys

SALT: Final = "competitions.hooks.signing"


def secret_of(hook_id: str) -> str:
    """The secret of a webhook. It follows from the site's own secret and is stored nowhere: somebody who
    reads the database, or a copy of it, cannot sign with it."""
    return _secret_text(derived_key(SALT, hook_id))


def signed(hook_id: str, message_id: str, body: str, now: datetime) -> Mapping[str, str]:
    """The headers that go with `body`. A message keeps its id however often it is sent.

    It is signed by every secret of the site that is still good: a receiver has the one of the day on which
    the webhook was made.
    """
    secrets = [_secret_text(key) for key in derived_keys(SALT, hook_id)]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(Webhook(each).sign(message_id, now, body) for each in secrets),
    }


def _secret_text(key: bytes) -> str:
    return f"whsec_{base64.b64encode(key).decode()}"
