"""What one stranger on the wire can do to everybody else: a real server, as `manage.py serve` starts it."""

import contextlib
import json
import os
import re
import resource
import shutil
import signal
import time

import pytest
from django.conf import settings

from config.site.ports import accepts_connections
from tests.clients.rest import Client, over_http
from tests.servers.daphne import ROOT, environment
from tests.servers.forking import calling, managed
from tests.servers.ports import own_port
from tests.servers.running import wait_for

from . import small
from .wires import CLOSE, CONTINUED, PATIENCE_S, PING, PONG, TEXT, Wire, flood, frame, handshake, opened

# One worker runs them, so that the servers of this file start once.
pytestmark = pytest.mark.xdist_group("a stranger on the wire")

ADDRESS = re.compile(r"Evendeal is at (http://\S+)/ ")
DESCRIPTORS = 384
LARGEST = 256 * 1024


@contextlib.contextmanager
def serving(folder, migrated):
    """The process, its address and its log; it begins with a copy of a migrated database."""
    log = folder / "log"
    (folder / "data").mkdir()
    shutil.copy(migrated, folder / "data" / "evendeal.sqlite3")
    command = ["serve", "--port", "0", "--data", str(folder / "data")]
    # As on a small machine: a soft limit that the server may raise, and a hard one.
    few = (DESCRIPTORS // 2, DESCRIPTORS)
    with managed(command, log, cwd=ROOT, env=environment({}), descriptors=few) as process:
        wait_for(process, lambda: log.exists() and bool(ADDRESS.search(log.read_text())), log)
        yield process, ADDRESS.search(log.read_text())[1], log


@pytest.fixture(scope="module")
def server(tmp_path_factory, migrated_sqlite):
    with serving(tmp_path_factory.mktemp("server"), migrated_sqlite) as served:
        yield served


@pytest.fixture
def log(server):
    """What the server says from now on."""
    file = server[2]
    before = len(file.read_text())
    return lambda: file.read_text()[before:]


@pytest.fixture
def url(server):
    """The server's address; it must still answer others at the end."""
    yield server[1]
    with Wire(server[1]) as innocent:
        assert innocent.request(b"GET /api/v1/games HTTP/1.1")[0] == 200


def new_event(url):
    """The path of the sockets of a new contest that anyone may watch."""
    made = Client(over_http(url)).guest("Olga Owner").create(rounds=[{"game": "wish"}])
    return f"/ws/v1/competitions/{made['id']}"


@pytest.fixture(scope="module")
def event(server):
    return new_event(server[1])


FLOODS = {
    "texts": frame(TEXT, b"x"),
    "empty texts": frame(TEXT),
    "pings": frame(PING),
    "pongs": frame(PONG, b"x" * 125),
    "pieces": frame(CONTINUED, fin=False),
    "long texts": frame(TEXT, b"x" * 10_000),
}


FIRST = ("texts", "pieces")


@pytest.mark.extra
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind in FIRST else pytest.mark.extra) for kind in FLOODS]
)
def test_a_flood_is_cut_wherever_it_comes(url, event, kind):
    for path in (event, "/ws/v1/attempts/nothing"):
        with opened(url, path) as wire:
            if kind == "pieces":
                with contextlib.suppress(ConnectionError):
                    wire.send(frame(TEXT, fin=False))
            assert flood(wire, FLOODS[kind])


@pytest.mark.extra
@pytest.mark.parametrize("opcode", [PING, PONG, CONTINUED], ids=["pings", "pongs", "pieces"])
def test_few_bytes_in_many_frames_are_a_flood_too(url, event, opcode):
    with opened(url, event) as wire:
        wire.send(frame(TEXT, fin=False) + frame(opcode, fin=opcode != CONTINUED) * 200)
        wire.rest()


def test_a_frame_of_a_gigabyte_is_cut_at_its_header(url, event):
    with opened(url, event) as wire:
        wire.send(bytes((0x81, 0xFF)) + (2**30).to_bytes(8, "big") + bytes(4))
        wire.rest()


def test_who_watches_as_people_do_is_not_cut(url, event):
    with opened(url, event) as wire:
        for number in range(50):
            wire.send(frame(PING, b"%d" % number))
        heard = []
        while len(heard) < 50:
            opcode, payload = wire.frame()
            if opcode == PONG:
                heard.append(int(payload))
        assert heard == list(range(50))


def test_who_talks_a_little_too_much_is_told_so(url, event):
    with opened(url, event) as wire:
        wire.send(frame(TEXT, b"x") * 33)
        while (got := wire.frame())[0] != CLOSE:
            pass
        assert int.from_bytes(got[1][:2], "big") == 4429


@pytest.mark.parametrize("path", ["/api/v1/guests", "/verify"])
@pytest.mark.parametrize(
    "length", [LARGEST + 1, 99_000_000_000, 10**400], ids=["a byte", "99 GB", "400 digits"]
)
def test_a_body_that_is_announced_too_large_is_refused_by_its_header(url, path, length):
    with Wire(url) as wire:
        status, answer = wire.request(b"POST %b HTTP/1.1" % path.encode(), b"Content-Length: %d" % length)
    assert status == 413
    head, _, body = answer.partition(b"\r\n\r\n")
    if path.startswith("/api/"):
        assert b"application/problem+json" in head
        assert b'"code": "too_large"' in body
    else:
        assert b"text/html" in head
        assert b"<h1>Too large</h1>" in body


def test_who_asks_before_sending_is_told_not_to(url):
    with Wire(url) as wire:
        line = b"POST /api/v1/guests HTTP/1.1"
        status, _ = wire.request(line, b"Expect: 100-continue", b"Content-Length: 99000000000")
    assert status == 413


def test_who_sends_it_all_the_same_can_read_the_refusal(url):
    with Wire(url) as wire:
        size = b"Content-Length: %d" % (2 << 20)
        assert wire.request(b"POST /api/v1/guests HTTP/1.1", size, body=b"x" * (2 << 20))[0] == 413


def test_a_form_that_cannot_be_taken_apart_is_answered_by_a_page(url):
    with Wire(url) as wire:
        kind = b"Content-Type: multipart/form-data"
        status, answer = wire.request(b"POST /verify HTTP/1.1", kind, b"Content-Length: 3", body=b"--x")
    assert 400 <= status < 500
    assert b"text/html" in answer


@pytest.mark.extra
def test_a_body_in_chunks_is_counted_as_it_comes(url):
    with Wire(url) as wire:
        wire.send(b"POST /api/v1/guests HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        wire.send((b"10000\r\n" + b"x" * 65_536 + b"\r\n") * 5)
        assert b" 413 " in wire.until(b"\r\n")
        with contextlib.suppress(ConnectionError):
            while True:  # until it is cut: for a moment it may go on
                wire.send(b"10000\r\n" + b"x" * 65_536 + b"\r\n")
                time.sleep(0.02)


def test_a_header_that_only_a_proxy_may_set_changes_nothing(url):
    with Wire(url) as wire:
        _, plain = wire.request(b"GET /games HTTP/1.1")
    for header in (b"Daphne-Root-Path: /evil", b"Daphne-Root-Path: \xff", b"X-Forwarded-Host: evil.example"):
        with Wire(url) as wire:
            status, answer = wire.request(b"GET /games HTTP/1.1", header)
        assert (status, len(answer)) == (200, len(plain))
        assert b"evil" not in answer
    with opened(url, "/ws/v1/attempts/nothing", b"Daphne-Root-Path: \xff"):
        pass


@pytest.mark.parametrize(
    "header", [b"Sec-WebSocket-Protocol: \xff", b"Content-Length: 5", b"Sec-WebSocket-Key: x"]
)
def test_an_upgrade_that_cannot_be_one_is_a_bad_request(url, event, header):
    with Wire(url) as wire:
        wire.send(handshake(event, header) + b"12345")
        assert wire.rest().startswith(b"HTTP/1.1 400 ")


def test_the_limit_of_open_files_is_raised_as_far_as_the_system_lets_it(server):
    assert resource.prlimit(server[0].pid, resource.RLIMIT_NOFILE) == (DESCRIPTORS, DESCRIPTORS)


def test_connections_that_lie_idle_keep_nobody_out(url, event):
    with contextlib.ExitStack() as stack:
        watching = stack.enter_context(opened(url, event))
        idle = [stack.enter_context(Wire(url)) for _ in range(300)]
        for wire in idle[::2]:
            with contextlib.suppress(ConnectionError):
                wire.send(b"GET / HTTP/1.1\r\nHost: ")
        for _ in range(5):
            with Wire(url) as innocent:
                assert innocent.request(b"GET /api/v1/games HTTP/1.1")[0] == 200
        watching.send(frame(PING, b"still here"))
        while (got := watching.frame())[0] != PONG:
            pass
        assert got[1] == b"still here"


@pytest.mark.extra
def test_a_burst_takes_nothing_down_and_leaves_nothing_behind(tmp_path, migrated_sqlite):
    """Its pages are the first, and it has more connections than the process has descriptors."""

    def descriptors():
        return len(os.listdir(f"/proc/{process.pid}/fd"))

    def page(path):
        with Wire(url) as visitor:
            return visitor.request(b"GET %b HTTP/1.1" % path.encode())[0]

    with serving(tmp_path, migrated_sqlite) as (process, url, log), contextlib.ExitStack() as stack:
        contest = new_event(url).rpartition("/")[2]
        before = descriptors()
        burst = [stack.enter_context(Wire(url, "127.0.0.9")) for _ in range(DESCRIPTORS + 88)]
        for wire in burst:
            with contextlib.suppress(ConnectionError):
                wire.send(b"GET /c/%b HTTP/1.1\r\nHost: localhost\r\n\r\n" % contest.encode())
        assert page(f"/c/{contest}") == 200, "another address has its turn meanwhile"
        answers = []
        for wire in burst:
            with contextlib.suppress(ConnectionError, EOFError):
                answers.append(int(wire.until(b"\r\n\r\n").split()[1]))
            wire.wire.close()
        assert set(answers) <= {200, 503}
        assert answers.count(200) > DESCRIPTORS / 4
        for path in ("/", f"/c/{contest}", "/games/wish", "/verify", "/api/v1/docs"):
            assert page(path) == 200
        few = before + 3 * settings.REQUESTS_AT_ONCE + 10  # an open database has three
        wait_for(process, lambda: descriptors() <= few, log)
        assert "Traceback" not in log.read_text()


def test_a_wrong_host_is_one_short_line(url, log):
    with Wire(url) as wire:
        wire.send(b"GET / HTTP/1.1\r\nHost: %b.example\r\nConnection: close\r\n\r\n" % (b"evil" * 3_000))
        assert wire.rest().startswith(b"HTTP/1.1 400 ")
    (line,) = [line for line in log().splitlines() if "evil" in line]
    assert len(json.loads(line)["message"]) < 200
    assert "Traceback" not in log()


@pytest.mark.extra
def test_a_client_that_hangs_up_in_the_middle_leaves_no_traceback(url, event, log):
    for _ in range(20):
        with Wire(url) as wire:
            wire.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with Wire(url) as wire:
            wire.send(b"POST /api/v1/guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{")
        with opened(url, event) as wire:
            wire.send(frame(TEXT, b"x") * 5 + frame(CLOSE))
    assert "Traceback" not in log()


@pytest.mark.extra
def test_it_ends_in_good_order(tmp_path, migrated_sqlite):
    with serving(tmp_path, migrated_sqlite) as (process, url, log), contextlib.ExitStack() as stack:
        event = new_event(url)
        watching = stack.enter_context(opened(url, event))
        reading = stack.enter_context(Wire(url))
        stream = event.replace("/ws/", "/api/").encode() + b"/stream"
        reading.send(b"GET %b HTTP/1.1\r\nHost: localhost\r\n\r\n" % stream)
        reading.until(b'"standings"')
        kept, idle = (stack.enter_context(Wire(url)) for _ in range(2))
        ready = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for wire in (kept, idle):
            wire.send(ready)
            wire.until(b'"missing": []}')
        fresh = stack.enter_context(Wire(url))
        process.send_signal(signal.SIGTERM)
        begun = time.monotonic()
        while (got := watching.frame())[0] != CLOSE:
            pass
        fresh.send(b"GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\n\r\n")
        kept.send(ready)
        with pytest.raises(ConnectionRefusedError):
            Wire(url)
        answer = kept.rest()
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b"\r\nConnection: close\r\n" in answer
        assert answer.endswith(b'{"ready": false, "missing": ["process"]}')
        assert fresh.rest().startswith(b"HTTP/1.1 200 "), "who was connected before is answered"
        assert idle.rest() == b"", "who has nothing to ask is closed"
        assert int.from_bytes(got[1][:2], "big") == 1012
        with contextlib.suppress(ConnectionError):  # it waits a second for this, and then no longer
            watching.send(frame(CLOSE, got[1]))
        assert re.search(rb"\nretry: \d{4}\n\n\r\n0\r\n\r\n$", reading.rest()), "its reader comes again"
        assert process.wait(PATIENCE_S) == 0
        assert time.monotonic() - begun < 10
        assert "Traceback" not in log.read_text()


@contextlib.contextmanager
def serving_small(folder, *words):
    """The process of a small application, its address, and what it says."""
    port, log = own_port(), folder / "log"
    with calling(small.main, [str(port), *words], log, cwd=ROOT, env=environment({})) as process:
        wait_for(process, lambda: accepts_connections(port), log)
        yield process, f"http://127.0.0.1:{port}", log


@pytest.fixture(scope="module")
def small_url(tmp_path_factory):
    with serving_small(tmp_path_factory.mktemp("small")) as (_, url, _):
        yield url


def test_what_is_under_way_is_answered_before_the_end(tmp_path):
    with serving_small(tmp_path) as (process, url, log), Wire(url) as wire:
        wire.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        wait_for(process, lambda: "begun" in log.read_text(), log)
        process.send_signal(signal.SIGTERM)
        assert wire.rest().endswith(b"8\r\nanswered\r\n0\r\n\r\n")
        assert process.wait(PATIENCE_S) == 0


@pytest.mark.extra
def test_a_watcher_is_asked_to_come_again_after_a_while_and_a_player_is_not(tmp_path):
    with (
        serving_small(tmp_path, "briefly") as (_, url, _),
        opened(url, "/ws/v1/attempts/a") as playing,
        opened(url, "/") as watching,
    ):
        while (got := watching.frame())[0] != CLOSE:
            pass
        assert int.from_bytes(got[1][:2], "big") == 1012
        playing.send(frame(TEXT, b"1"))
        assert len(playing.frame()[1]) == 65_536


def test_an_address_behind_a_proxy_has_its_share_of_the_sockets_and_no_more(small_url):

    def status(host):
        wire = stack.enter_context(Wire(small_url))
        wire.send(handshake("/", b"X-Forwarded-For: 198.51.100.1, " + host))
        return wire, int(wire.until(b"\r\n").split()[1])

    with contextlib.ExitStack() as stack:
        mine = [status(b"192.0.2.1") for _ in range(5)]
        assert [code for _, code in mine] == [101, 101, 101, 101, 429]
        refused = mine[-1][0].rest()
        assert b"\r\nRetry-After: 5\r\n" in refused
        assert json.loads(refused.partition(b"\r\n\r\n")[2])["code"] == "rate_limited"
        assert status(b"192.0.2.2")[1] == 101
        first = mine[0][0]
        first.send(frame(CLOSE))
        first.rest()
        assert status(b"192.0.2.1")[1] == 101


@pytest.mark.extra
def test_a_socket_waits_for_a_busy_server(small_url):
    with opened(small_url, "/busy") as wire:
        wire.send(frame(TEXT, b"1"))
        assert len(wire.frame()[1]) == 65_536


@pytest.mark.parametrize(("answers", "cut"), [(1_000, True), (10, False)])
def test_a_socket_that_asks_and_never_reads_is_cut(small_url, answers, cut):
    with opened(small_url, "/") as wire:
        wire.send(frame(TEXT, b"%d" % answers))
        if not cut:
            assert [len(wire.frame()[1]) for _ in range(answers)] == [65_536] * answers
        else:
            assert len(wire.rest()) < answers * 65_536


def test_few_frames_of_many_bytes_are_a_flood_too(small_url):
    nothing = frame(TEXT, b"0".rjust(10_000))
    with opened(small_url, "/") as wire:
        wire.send(nothing * 4 + frame(TEXT, b"1"))
        assert len(wire.frame()[1]) == 65_536
    with opened(small_url, "/") as wire:
        wire.send(nothing * 6)
        wire.rest()
