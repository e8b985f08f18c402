"""Django's side of ASGI: one thread for a request, and the answers of Django's own handler."""

import asyncio
import gc
import threading

import pytest
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from config.handler import OneThreadHandler

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


def server_error(request):
    return HttpResponse(b"sorry", status=500)


urlpatterns = [path(view.__name__, view) for view in (plain, paired, held, streamed, broken)]
handler500 = server_error


async def answer(handler, path):
    """Status and body of the answer."""
    sent = []
    waiting = [{"type": "http.request", "body": b"body"}]
    gone = asyncio.Event()

    async def receive():
        if waiting:
            return waiting.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
    }
    await handler(scope, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])


def ask(handler, path):
    return asyncio.run(answer(handler, path))


@pytest.fixture(autouse=True)
def ours():
    threads.clear()
    may_go_on.clear()
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[f"{__name__}.note_thread"]):
        yield


def test_a_request_is_in_one_thread_from_beginning_to_end():
    assert ask(OneThreadHandler(), "/plain") == (200, b"plain body")
    assert len(threads) == 3
    assert len(set(threads)) == 1
    assert threading.current_thread() not in threads, "nor is that the event loop's"


def test_a_later_request_has_the_thread_of_one_that_is_answered():
    handler = OneThreadHandler()
    assert [ask(handler, "/plain") for _ in range(3)] == [(200, b"plain body")] * 3
    assert len(threads) == 9
    assert len(set(threads)) == 1


def test_requests_at_the_same_time_have_threads_of_their_own():
    async def both():
        handler = OneThreadHandler()
        return await asyncio.gather(answer(handler, "/paired"), answer(handler, "/paired"))

    assert asyncio.run(both()) == [(200, b"paired")] * 2
    assert len(set(threads)) == 2


# Django leaves it to Python to close the body of such a request.
@pytest.mark.filterwarnings("ignore:.*SpooledTemporaryFile:pytest.PytestUnraisableExceptionWarning")
def test_nobody_waits_for_the_thread_of_a_request_that_was_cut_off():
    async def one_after_the_other():
        handler = OneThreadHandler()
        cut_off = asyncio.create_task(answer(handler, "/held"))
        await asyncio.to_thread(both_are_here.wait)
        cut_off.cancel()
        await asyncio.wait([cut_off])
        answered = await answer(handler, "/plain")
        answered_meanwhile = len(threads)
        may_go_on.set()
        return cut_off.cancelled(), answered, answered_meanwhile

    assert asyncio.run(one_after_the_other()) == (True, (200, b"plain body"), 1 + 3)
    threads[0].join(60)  # it holds the request
    threads.clear()
    gc.collect()  # so that the warning comes here


@pytest.mark.parametrize("path", ["/plain", "/streamed", "/broken", "/nowhere"])
def test_the_answers_are_those_of_djangos_handler(path):
    status, body = ask(OneThreadHandler(), path)
    assert (status, body) == ask(ASGIHandler(), path)
