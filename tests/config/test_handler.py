"""Django's side of ASGI: one thread for a request, and the answers of Django's own handler."""

import asyncio
import threading

import pytest
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from config.handler import OneThreadHandler

threads: list[int] = []


def note_thread(answer_to):
    def middleware(request):
        threads.append(threading.get_ident())
        answer = answer_to(request)
        threads.append(threading.get_ident())
        return answer

    return middleware


def plain(request):
    threads.append(threading.get_ident())
    return HttpResponse(b"plain " + request.body)


def streamed(request):
    async def parts():
        yield b"one "
        yield b"two"

    return StreamingHttpResponse(parts())


def broken(request):
    raise RuntimeError("a fault of ours")


def server_error(request):
    return HttpResponse(b"sorry", status=500)


urlpatterns = [path("plain", plain), path("streamed", streamed), path("broken", broken)]
handler500 = server_error


def ask(handler, path):
    """Status and body of the answer."""
    sent = []

    async def run():
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

    asyncio.run(run())
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])


@pytest.fixture(autouse=True)
def ours():
    threads.clear()
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[f"{__name__}.note_thread"]):
        yield


def test_a_request_is_in_one_thread_from_beginning_to_end():
    assert ask(OneThreadHandler(), "/plain") == (200, b"plain body")
    assert len(threads) == 3
    assert len(set(threads)) == 1
    assert threading.get_ident() not in threads, "nor is that the event loop's"


@pytest.mark.parametrize("path", ["/plain", "/streamed", "/broken", "/nowhere"])
def test_the_answers_are_those_of_djangos_handler(path):
    status, body = ask(OneThreadHandler(), path)
    assert (status, body) == ask(ASGIHandler(), path)
