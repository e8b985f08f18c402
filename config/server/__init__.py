"""Evendeal's own version of the server Daphne. It limits what strangers' connections may cost, and
refuses a request before it has cost much.

`guard` stands before the application under any ASGI server. The rest is in use under `manage.py serve` only:
`channel` is an HTTP connection, `sockets` a WebSocket, `crowd` all connections together, `daphne` the server.
"""
