"""A small application behind our server, for at most eight connections, with one proxy that it trusts.

It prints when a request has begun, and answers it half a second after the server was told to stop. A socket
gets as many answers of 64 KiB as its message says; one at /busy is admitted after `BUSY_S`.
"""

import asyncio

import django

from config.server import limits

BUSY_S = 6
"""Seconds: longer than autobahn and Daphne wait for an application, unless they are told."""


async def application(scope, receive, send):
    if scope["type"] == "websocket":
        if scope["path"] == "/busy":
            await asyncio.sleep(BUSY_S)
        await send({"type": "websocket.accept"})
        await receive()
        while (message := await receive())["type"] == "websocket.receive":
            for _ in range(int(message["text"])):
                await send({"type": "websocket.send", "text": "x" * 65_536})
        return
    print("begun", flush=True)
    while not server.stopping:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.5)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"answered"})


def main(arguments):
    """Serve at a port; for watchers `briefly`, if that is the second argument."""
    from config.server.daphne import Server  # it chooses Twisted's event loop for all of a process

    if arguments[1:] == ["briefly"]:
        limits.WATCHED_S = (0, 1)
    django.setup()  # words of refusals need it
    global server
    server = Server(
        application,
        most_connections=8,
        largest_body=1024,
        trusted_proxies=1,
        endpoints=[f"tcp:port={arguments[0]}:interface=127.0.0.1"],
        ready_callable=lambda: None,
    )
    server.run()
