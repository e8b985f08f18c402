"""The receiver of webhooks that a guide shows: it believes nothing that is not signed."""

import json
import subprocess
import sys
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from threading import Thread

import pytest
from django.utils import timezone
from standardwebhooks import Webhook

from competitions.outbound.webhooks.sign import secret_of
from config.site.ports import accepts_connections
from tests.clients.pages import fetch
from tests.servers.ports import own_port
from tests.servers.running import PATIENCE_S, running, wait_for

from ..reading import says
from .saving import saved


@pytest.fixture
def chat():
    """A chat: its address, and what it was told."""
    told = Queue()

    class Chat(BaseHTTPRequestHandler):
        def do_POST(self):
            told.put(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["text"])
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Chat) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", told
        server.shutdown()


@contextmanager
def receiving(tmp_path, *chat, port=None):
    """What posts to the receiver as the site does, if nothing else is told: it gives the status."""
    saved(tmp_path, "", "chat.py", "deliver.py")
    hook, port, log = Webhook(secret_of("a hook")), port or own_port(), tmp_path / "log"

    def deliver(number, body, *, at=None, told_as=None, without=(), **others):
        """`without` some of the headers, and with `others` in their place."""
        at = at or timezone.now()
        headers = {
            "id": str(number),
            "timestamp": str(int(at.timestamp())),
            "signature": hook.sign(str(number), at, told_as or body),
        }
        sent = {f"webhook-{name}": said for name, said in (headers | others).items() if name not in without}
        return fetch(f"http://127.0.0.1:{port}", "POST", "/", body.encode(), sent).status

    command = [sys.executable, "chat.py", str(port), secret_of("a hook"), *chat]
    with running(command, log, cwd=tmp_path) as process:
        wait_for(process, lambda: accepts_connections(port), log)
        yield deliver


def test_without_a_chat_it_shows_what_is_signed_and_nothing_else(tmp_path):
    joined = '{"type":"joined","data":{"player":{"name":"Mallory"}}}'
    with receiving(tmp_path) as deliver:
        assert deliver(1, '{"type":"ping","data":{}}') == 204
        assert deliver(2, joined, told_as="{}") == 401
        assert deliver(2, joined, at=timezone.now() - timedelta(minutes=6)) == 401
    says((tmp_path / "log").read_text(), "This is a test.", lacks=["Mallory"])


def test_a_test_is_sent_without_the_site(tmp_path):
    port = own_port()

    def deliver(secret):
        command = [sys.executable, "deliver.py", f"http://127.0.0.1:{port}/", secret]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    with receiving(tmp_path, port=port):
        assert deliver(secret_of("a hook")).stdout == "accepted, with 204\n"
        assert deliver(secret_of("another")).stderr == "not accepted: 401\n"
    assert (tmp_path / "log").read_text().count("This is a test.") == 1


STRANGE = [
    {"without": ["id", "timestamp", "signature"]},
    {"without": ["timestamp"]},
    {"without": ["signature"]},
    {"timestamp": "today"},
    {"timestamp": "9" * 5000},
    {"signature": "v1,\xe9"},
]
"""Headers that no site sends."""


def test_it_answers_401_to_whoever_does_not_sign(tmp_path, chat):
    address, told = chat
    with receiving(tmp_path, address) as deliver:
        event = '{"type":"joined","data":{"player":{"name":"Mallory"}}}'
        assert [deliver(1, event, **headers) for headers in STRANGE] == [401] * len(STRANGE)
    assert told.empty()
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_the_chat_is_told_of_what_is_signed_and_of_each_event_once(tmp_path, chat):
    address, told = chat
    events = [
        {"type": "joined", "data": {"player": {"name": "Ann"}}},
        {"type": "act", "data": {}},
        {"type": "result", "data": {"player": {"name": "Ann"}, "score": 3, "round": 1}},
        {"type": "state", "data": {"state": "closed"}},
    ]
    with receiving(tmp_path, address) as deliver:
        for number, event in enumerate(events):
            assert [deliver(number, json.dumps(event)) for _ in range(2)] == [204, 204]
        assert deliver(9, json.dumps(events[0]), told_as="{}") == 401
        assert deliver(9, json.dumps(events[0]), at=timezone.now() - timedelta(hours=1)) == 401
    said = [told.get(timeout=PATIENCE_S) for _ in range(told.qsize())]
    assert said == ["Ann has joined.", "Ann scored 3 in round 1.", "The contest is closed."]
