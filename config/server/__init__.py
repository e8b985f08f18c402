"""Evendeal's own Daphne, which bounds the cost of strangers' connections before the work is done.

`guard` stands before the application under any ASGI server. The rest runs under `manage.py serve` only:
`channel` is an HTTP connection, `sockets` a WebSocket, `crowd` all connections together, `daphne` the server.
"""
