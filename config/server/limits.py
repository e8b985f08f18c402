"""The limits on strangers' connections, and what each limit leaves room for."""

from typing import Final

KIB: Final = 1024

# Frames and bytes of sockets, as (per second, at once). Pings, pongs and fragments count as frames too.

WATCHERS_FRAMES: Final = (2, 64)
"""How many frames a watcher may send, as (per second, at once). The limit is above the application's own
limit of 32 messages, so that the application closes the socket first, and says why."""
WATCHERS_BYTES: Final = (KIB, 48 * KIB)
"""How many bytes a watcher may send, as (per second, at once). A single read brings up to 64 KiB. The second
number is lower, so that a flood is cut off before any of its frames is parsed."""
PLAYERS_FRAMES: Final = (400, 1_000)
"""How many frames a player may send, as (per second, at once): at least twice what the application
accepts, so that the application refuses first, and says why."""
PLAYERS_BYTES: Final = (48 * KIB, 48 * KIB)
LONGEST_MESSAGE: Final = 16 * KIB
"""How many bytes a message may have. The limit is above the application's own limit of 1 KiB, so that the
application closes the socket first, and says why."""
MOST_UNREAD: Final = 4 * KIB * KIB
"""How many bytes a socket's client may leave unread: about a thousand views of a game. Pings do not
detect a client that sends without reading, because whatever a client sends counts as an answer to a ping."""

PARSED_AT_ONCE: Final = 2 * KIB

SOCKETS_OF_A_NETWORK: Final = 512
"""How many sockets and streams one network may have open: enough for a class of sixty behind one router, with
eight open pages each."""
OPENINGS_OF_A_NETWORK: Final = (16, 512)
"""How many sockets and streams one network may open, as (per second, at once). After a restart of the server,
all clients of a network connect again at once."""
NETWORKS_REMEMBERED: Final = 10_000

WATCHED_S: Final = (1_800, 3_600)
"""The shortest and the longest life of a watcher's socket or stream, in seconds. The client then reconnects,
perhaps to another process. So within an hour, a restarted process has its share of watchers again."""

# Requests

LONGEST_ADDRESS: Final = 8 * KIB
"""How many bytes the address of a request may have, between method and version."""
LONGEST_HEADERS: Final = 16 * KIB
"""How many bytes all headers of a request may have together."""
MOST_HEADERS: Final = 100

# The order in which requests are read

AT_WORK: Final = 32
"""How many requests of one network may be under way at once, each from its last byte to the first byte of its
answer."""
IN_A_TURN: Final = 16
"""How many connections of one network are read in one turn of the event loop at most."""
IN_LINE: Final = 1_024
"""How many connections of one network may wait to be read. Further ones are refused while the budget
`REFUSALS` lasts; then they wait, too."""
REFUSALS: Final = (32, 64)
"""Refusals to one network, as (per second, at once). Many programs repeat a refused request without
a pause, and a thousand refusals cost as much as a hundred answers. So when the budget is spent, connections
wait in line instead of being refused."""
MOST_KEPT: Final = 16 * KIB
"""How many bytes of a connection we keep while it waits in line; the system holds the rest."""

# How long parts of a request may take, in seconds

IDLE_S: Final = 60
"""The longest time, in seconds, that a connection may wait for its first request, or for the next one after
an answer."""
HEADERS_S: Final = 15
"""The longest time, in seconds, from the first line of a request to the end of its headers."""
BODY_GRACE_S: Final = 10
BODY_BYTES_A_SECOND: Final = 4 * KIB
"""The slowest pace allowed for a body, in bytes a second, after a grace of `BODY_GRACE_S` seconds."""
BODY_S: Final = 60
"""How many seconds the body of a request may take to arrive, however large it is."""
STALLED_S: Final = 60
"""How many seconds a client may read nothing of an answer."""
ADMITTING_S: Final = 30
"""How many seconds our answer to a socket's request may take. They are many, because a slow answer is the
fault of our own busy process."""
LINGERING_S: Final = 2
"""How many seconds a refused client, perhaps still sending, has to read the answer before it is cut off."""

# All connections together

MOST_DESCRIPTORS: Final = 65_536
RESERVED_DESCRIPTORS: Final = 192
"""File descriptors kept free for work beside requests, for outgoing connections, and for connections that are
closing."""
DESCRIPTORS_OF_A_REQUEST: Final = 4
"""How many descriptors a request may need: three for an SQLite database, and one for another file."""

BACKLOG: Final = 4_096
"""How many connections the system holds until we accept them, if its own limit allows that. Further clients
try again after a second."""

# The end of the process

ANSWERING_S: Final = 6
"""How many seconds requests under way may still take after the process was told to stop."""
LAST_REQUESTS_S: Final = 1
"""For how many seconds requests on open connections are still accepted after the process was told to stop. A
proxy may just be sending a request."""
