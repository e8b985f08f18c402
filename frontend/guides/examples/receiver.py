"""Shows what a webhook is sent. python receiver.py PORT SECRET"""

import base64
import hmac
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

port, secret = sys.argv[1:]
key = base64.b64decode(secret.removeprefix("whsec_"))


def is_genuine(headers, body):
    """Whether Evendeal sent this, and not long ago."""
    told, at, signatures = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not at.isdecimal() or abs(time.time() - float(at)) > 300:
        return False
    signature = hmac.digest(key, f"{told}.{at}.".encode() + body, "sha256")
    ours = b"v1," + base64.b64encode(signature)
    return any(hmac.compare_digest(ours, each.encode()) for each in signatures.split())


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        genuine = is_genuine(self.headers, body)
        print(body.decode() if genuine else "This is not signed with the secret, or is old.", flush=True)
        self.send_response(204 if genuine else 401)
        self.end_headers()


HTTPServer(("127.0.0.1", int(port)), Receiver).serve_forever()
