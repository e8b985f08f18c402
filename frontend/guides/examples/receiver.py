"""Shows what a webhook is sent. python receiver.py PORT SECRET"""

import base64
import hmac
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

port, secret = sys.argv[1:]
key = base64.b64decode(secret.removeprefix("whsec_"))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        signed = f"{self.headers['webhook-id']}.{self.headers['webhook-timestamp']}.".encode() + body
        ours = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
        signatures = self.headers["webhook-signature"].split()
        genuine = any(hmac.compare_digest(ours, each) for each in signatures)
        print(body.decode() if genuine else "This is not signed with the secret.", flush=True)
        self.send_response(204 if genuine else 401)
        self.end_headers()


HTTPServer(("127.0.0.1", int(port)), Receiver).serve_forever()
