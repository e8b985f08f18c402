"""Evendeal's own Daphne: what strangers' connections may cost is bounded before the work is done.

`guard` stands in front of the application under any ASGI server. The rest needs the protocol and
holds where `manage.py serve` runs: `channel` is a connection that speaks HTTP, `sockets` one that
became a WebSocket, `crowd` all of them together, `daphne` the server of both.
"""
