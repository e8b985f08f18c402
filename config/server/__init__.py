"""Evendeal's own version of the server Daphne. It limits how many connections and messages strangers may use,
and refuses a request before the request has cost much.

`guard` stands before the application under any ASGI server. The rest is in use under `manage.py serve` only:
`channel` is an HTTP connection, `sockets` a WebSocket, `crowd` all connections together, `daphne` the server.
"""
