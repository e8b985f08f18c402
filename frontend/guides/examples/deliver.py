"""Sends a test to your receiver, signed as the site signs. python deliver.py ADDRESS SECRET"""

import base64
import hmac
import json
import sys
import time
import uuid
from datetime import UTC, datetime
from urllib.error import HTTPError
from urllib.request import Request, urlopen

address, secret = sys.argv[1:]
key = base64.b64decode(secret.removeprefix("whsec_"))
told, at = uuid.uuid4().hex, str(int(time.time()))
timestamp = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
event = {"type": "ping", "timestamp": timestamp, "competition": "0123456789abcdef", "seq": None, "data": {}}
body = json.dumps(event).encode()
signature = base64.b64encode(hmac.digest(key, f"{told}.{at}.".encode() + body, "sha256")).decode()
headers = {
    "Content-Type": "application/json",
    "webhook-id": told,
    "webhook-timestamp": at,
    "webhook-signature": f"v1,{signature}",
}
try:
    with urlopen(Request(address, body, headers), timeout=8) as answer:
        print(f"accepted, with {answer.status}")
except HTTPError as refused:
    sys.exit(f"not accepted: {refused.code}")
