"""Django's side of ASGI: one thread for a request, and the answers of Django's own handler."""

import asyncio
import json
import os
import threading

import pytest
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from competitions.web.turns import Turns
from config.handler import TurnsHandler

threads: list[threading.Thread] = []
both_are_here = threading.Barrier(2, timeout=60)
may_go_on = threading.Event()


def note_thread(answer_to):
    def middleware(request):
        threads.append(threading.current_thread())
        answer = answer_to(request)
        threads.append(threading.current_thread())
        return answer

    return middleware


def plain(request):
    threads.append(threading.current_thread())
    return HttpResponse(b"plain " + request.body)


def paired(request):
    both_are_here.wait()
    return HttpResponse(b"paired")


def held(request):
    both_are_here.wait()
    may_go_on.wait(60)
    return HttpResponse(b"held")


def streamed(request):
    async def parts():
        yield b"one "
        yield b"two"

    return StreamingHttpResponse(parts())


def broken(request):
    raise RuntimeError("a fault of ours")


def told(request):
    return HttpResponse(f"{request.content_type}|{request.accepts('text/html')}")


def server_error(request):
    return HttpResponse(b"sorry", status=500)


urlpatterns = [path(view.__name__, view) for view in (plain, paired, held, streamed, broken, told)]
handler500 = server_error


async def whole_answer(handler, path, *headers, gone=False, look=None):
    """The beginning of the answer, and its body; None if there is none. With `gone` the client has left."""
    sent = []
    waiting = [{"type": "http.request", "body": b"body"}]
    leaves = asyncio.Event()
    if gone:
        leaves.set()

    async def receive():
        if waiting:
            return waiting.pop()
        await leaves.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)
        if look:
            await look(message)

    scope = {
        "type": "http",
        "method": "GET" if headers or look else "POST",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"localhost"), *headers],
    }
    await handler(scope, receive, send)
    return (sent[0], b"".join(message.get("body", b"") for message in sent[1:])) if sent else None


async def answer(handler, path, **options):
    """Status and body of the answer, if there is one."""
    answered = await whole_answer(handler, path, **options)
    return answered and (answered[0]["status"], answered[1])


def ask(handler, path):
    return asyncio.run(answer(handler, path))


@pytest.fixture(autouse=True)
def ours():
    threads.clear()
    may_go_on.clear()
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[f"{__name__}.note_thread"]):
        yield


def test_a_request_is_in_one_thread_from_beginning_to_end():
    assert ask(TurnsHandler(), "/plain") == (200, b"plain body")
    assert len(threads) == 3
    assert len(set(threads)) == 1
    assert threading.current_thread() not in threads, "nor is that the event loop's"


@pytest.mark.parametrize(
    "header",
    [
        (b"content-type", b"text/plain; charset*=foo''bar"),
        (b"content-type", b"text/plain; charset*=idna''bar"),
        (b"content-type", b"text/plain; charset*=a; charset*0=b"),
        (b"accept", b"a/b;q=1, c/d; q*=foo''x"),
        (b"accept", b"a/b; q*=a; q*0=b"),
    ],
)
def test_headers_that_django_cannot_read_are_not_read(header):
    sent, body = asyncio.run(whole_answer(TurnsHandler(), "/told", header))
    assert (sent["status"], body) == (200, b"|True")


def test_other_headers_are_read():
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"accept", b"text/html;q=0.9, */*;q=0.8")]
    _, body = asyncio.run(whole_answer(TurnsHandler(), "/told", *headers))
    assert body == b"text/plain|True"


def test_many_requests_have_few_threads():
    async def many():
        handler = TurnsHandler(Turns(2))
        return await asyncio.gather(*(answer(handler, "/plain") for _ in range(20)))

    assert asyncio.run(many()) == [(200, b"plain body")] * 20
    assert len(threads) == 60
    assert len(set(threads)) <= 2


def test_who_cannot_even_wait_is_told_when_to_come_again():
    async def two():
        handler = TurnsHandler(Turns(1, waiting=0))
        first = asyncio.create_task(answer(handler, "/held"))
        await asyncio.to_thread(both_are_here.wait)
        refused = [await whole_answer(handler, path) for path in ("/plain", "/api/v1/games")]
        may_go_on.set()
        return await first, *refused

    first, (page, page_body), (problem, problem_body) = asyncio.run(two())
    assert first == (200, b"held")
    for start in page, problem:
        assert start["status"] == 503
        assert (b"Retry-After", b"2") in start["headers"]
    assert b"<h1>" in page_body
    assert (b"Content-Type", b"application/problem+json") in problem["headers"]
    assert json.loads(problem_body)["code"] == "unavailable"


def test_a_request_whose_client_has_gone_while_it_waited_is_never_answered():
    async def two():
        handler = TurnsHandler(Turns(1))
        first = asyncio.create_task(answer(handler, "/held"))
        await asyncio.to_thread(both_are_here.wait)
        assert await answer(handler, "/plain", gone=True) is None
        seen = len(threads)
        may_go_on.set()
        await first
        await answer(handler, "/streamed")
        return seen, len(threads)

    before, after = asyncio.run(two())
    assert (before, after) == (1, 1 + 1 + 2), "that is the end of the first, and the last"


@pytest.mark.parametrize("part", ["", "bytes=1000-600000"])
def test_a_file_is_open_only_while_a_piece_of_it_is_read(tmp_path, part, monkeypatch):
    content = bytes(range(256)) * 4_000
    (tmp_path / "large.bin").write_bytes(content)
    opened = []
    with override_settings(
        MIDDLEWARE=["frontend.requests.middleware.static_files"],
        WHITENOISE_ROOT=tmp_path,
        WHITENOISE_USE_FINDERS=False,
    ):
        handler = TurnsHandler()

    async def readers():
        async def look(message):
            opened.append(any("large.bin" in os.readlink(f"/proc/self/fd/{each}") for each in descriptors()))

        return await whole_answer(
            handler, "/large.bin", *([(b"range", part.encode())] if part else []), look=look
        )

    start, body = asyncio.run(readers())
    assert body == content, "also for who asks for a part"
    assert start["status"] == 200
    assert len(opened) > 3
    assert not any(opened)


def descriptors():
    """The open files of this process, without the one that reads them."""
    for each in os.listdir("/proc/self/fd"):
        if os.path.lexists(f"/proc/self/fd/{each}"):
            yield each


def test_requests_at_the_same_time_have_threads_of_their_own():
    async def both():
        handler = TurnsHandler()
        return await asyncio.gather(answer(handler, "/paired"), answer(handler, "/paired"))

    assert asyncio.run(both()) == [(200, b"paired")] * 2
    assert len(set(threads)) == 2


def test_nobody_waits_for_the_thread_of_a_request_that_was_cut_off():
    async def one_after_the_other():
        handler = TurnsHandler()
        cut_off = asyncio.create_task(answer(handler, "/held"))
        await asyncio.to_thread(both_are_here.wait)
        cut_off.cancel()
        await asyncio.wait([cut_off])
        answered = await answer(handler, "/plain")
        answered_meanwhile = len(threads)
        may_go_on.set()
        return cut_off.cancelled(), answered, answered_meanwhile

    assert asyncio.run(one_after_the_other()) == (True, (200, b"plain body"), 1 + 3)


@pytest.mark.parametrize("path", ["/plain", "/streamed", "/broken", "/nowhere"])
def test_the_answers_are_those_of_djangos_handler(path):
    status, body = ask(TurnsHandler(), path)
    assert (status, body) == ask(ASGIHandler(), path)
