"""The secrets of webhooks, and the signed headers of the Standard Webhooks specification."""

import base64
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from standardwebhooks import Webhook

from ...derived_keys import derived_key, derived_keys

SALT: Final = "competitions.hooks.signing"


def secret_of(hook_id: str) -> str:
    """The secret of a webhook. It is derived from the site's secret and stored nowhere, so a reader of the
    database cannot sign messages."""
    return _secret_text(derived_key(SALT, hook_id))


def signed(hook_id: str, message_id: str, body: str, now: datetime) -> Mapping[str, str]:
    """Return the headers to send with `body`. A message has the same id at every try.

    The receiver may know a webhook secret that was derived from an older secret of the site. So there is a
    signature for each secret of the site that is still valid.
    """
    secrets = [_secret_text(key) for key in derived_keys(SALT, hook_id)]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(Webhook(each).sign(message_id, now, body) for each in secrets),
    }


def _secret_text(key: bytes) -> str:
    return f"whsec_{base64.b64encode(key).decode()}"
