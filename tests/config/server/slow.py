"""An application that says when it begins and answers when it is told to stop, behind our server.

python -m tests.config.server.slow PORT
"""

import asyncio
import sys

from config.server.daphne import Server


async def answer(scope, receive, send):
    """The answer comes half a second after the signal, as that of a request under way may."""
    print("begun", flush=True)
    while not server.stopping:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.5)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"answered"})


if __name__ == "__main__":
    server = Server(
        answer,
        most_connections=100,
        largest_body=1024,
        trusted_proxies=0,
        endpoints=[f"tcp:port={sys.argv[1]}:interface=127.0.0.1"],
        ready_callable=lambda: None,
    )
    server.run()
