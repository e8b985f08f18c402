"""Tells a chat what happens in a contest. Without the address of a chat, prints what happens.

python chat.py PORT SECRET [CHAT]
"""

import base64
import hmac
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.request import Request, urlopen

port, secret, *chat = sys.argv[1:]
key = base64.b64decode(secret.removeprefix("whsec_"))
seen = set()


def is_genuine(headers, body):
    """Whether Evendeal sent this message in the last five minutes."""
    told, at, signatures = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not at.isdecimal() or abs(time.time() - float(at)) > 300:
        return False
    signature = hmac.digest(key, f"{told}.{at}.".encode() + body, "sha256")
    ours = b"v1," + base64.b64encode(signature)
    return any(hmac.compare_digest(ours, each.encode()) for each in signatures.split())


def in_words(event):
    data = event["data"]
    match event["type"]:
        case "joined":
            return f"{data['player']['name']} has joined."
        case "result":
            return f"{data['player']['name']} scored {data['score']} in round {data['round']}."
        case "state":
            return f"The contest is {data['state']}."
        case "ping":
            return "This is a test."


def tell(text):
    if not chat:
        print(text, flush=True)
        return
    said = json.dumps({"text": text}).encode()
    urlopen(Request(chat[0], said, {"Content-Type": "application/json"})).close()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        genuine = is_genuine(self.headers, body)
        if genuine and self.headers["webhook-id"] not in seen:
            if text := in_words(json.loads(body)):
                tell(text)
            seen.add(self.headers["webhook-id"])
        self.send_response(204 if genuine else 401)
        self.end_headers()


HTTPServer(("", int(port)), Receiver).serve_forever()
