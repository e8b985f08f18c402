"""Limits on strangers' connections, and for whom each leaves room."""

from typing import Final

KIB: Final = 1024

# Frames and bytes of sockets, as (per second, at once). Pings, pongs and fragments are frames too.

WATCHERS_FRAMES: Final = (2, 64)
"""The application itself closes a socket after 32 messages, with a reason."""
WATCHERS_BYTES: Final = (KIB, 48 * KIB)
"""Less than the 64 KiB that a flood has in one read, so no frame of it is parsed."""
PLAYERS_FRAMES: Final = (400, 1_000)
"""Twice what the application accepts, so that the application refuses first, with a reason."""
PLAYERS_BYTES: Final = (48 * KIB, 48 * KIB)
LONGEST_MESSAGE: Final = 16 * KIB
"""In bytes. The application itself closes sockets from 1 KiB on, with a reason."""
MOST_UNREAD: Final = 4 * KIB * KIB
"""Bytes that a socket may leave unread, about a thousand views. Pings do not detect such a client, because it
still sends."""

PARSED_AT_ONCE: Final = 2 * KIB

SOCKETS_OF_AN_ADDRESS: Final = 512
"""A class of sixty behind one router, with eight open pages each."""
OPENINGS_OF_AN_ADDRESS: Final = (16, 512)
"""How many sockets an address may open, as (per second, at once): after a restart, all of them come again."""
ADDRESSES_REMEMBERED: Final = 10_000

# Requests

LONGEST_ADDRESS: Final = 8 * KIB
"""Bytes between method and version."""
LONGEST_HEADERS: Final = 16 * KIB
"""Bytes of all headers of a request."""
MOST_HEADERS: Final = 100

# The order in which requests are read

AT_WORK: Final = 32
"""Requests of one address under way at once, from their last byte to the first of the answer."""
IN_A_TURN: Final = 16
"""Connections of one address read in one turn of the event loop."""
IN_LINE: Final = 1_024
"""Connections of one address waiting to be read; further ones are refused."""
REFUSALS: Final = (32, 64)
"""Per address, as (per second, at once). Refused programs come again at once, and a thousand refusals cost as
much as a hundred answers, so beyond this number clients wait instead."""
MOST_KEPT: Final = 16 * KIB
"""Bytes of a connection kept while it waits in line; the system holds the rest."""

# How long parts of a request may take, in seconds

IDLE_S: Final = 60
"""The longest time that a new or answered connection may wait for its next request."""
HEADERS_S: Final = 15
"""The longest time from the first line of a request to the end of its headers."""
BODY_GRACE_S: Final = 10
BODY_BYTES_A_SECOND: Final = 4 * KIB
"""The slowest pace of a body, after the grace."""
BODY_S: Final = 60
"""The longest time for any body."""
STALLED_S: Final = 60
"""How long a client may read nothing of an answer."""
ADMITTING_S: Final = 30
"""The longest time from a socket's request to our answer. It is long because the slow side here is our own
busy process."""
LINGERING_S: Final = 2
"""How long a refused client may keep sending before it is cut, so that it can read why."""

# All together

MOST_DESCRIPTORS: Final = 65_536
RESERVED_DESCRIPTORS: Final = 192
"""For work beside requests, for outgoing connections, and for connections that are closing."""
DESCRIPTORS_OF_A_REQUEST: Final = 4
"""A database file takes three, and a thread may read another file."""

BACKLOG: Final = 4_096
"""Connections that the system holds until we accept them, if its own limit allows. Further clients retry
after a second."""

ANSWERING_S: Final = 5
"""How long requests under way may take after the process is told to stop."""
