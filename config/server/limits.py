"""How much strangers' connections may cost: the figures, and whom each leaves room for."""

from typing import Final

KIB: Final = 1024

# Frames and bytes of sockets, as (a second, at once). Pings, pongs and pieces of messages are frames too.

WATCHERS_FRAMES: Final = (2, 64)
"""The application closes a socket itself, and says why, after 32 messages."""
WATCHERS_BYTES: Final = (KIB, 48 * KIB)
"""What a flood has in one read, 64 KiB, is more, and no frame of it is parsed."""
PLAYERS_FRAMES: Final = (400, 1_000)
"""Twice what the application answers: who sends too much hears so first."""
PLAYERS_BYTES: Final = (48 * KIB, 48 * KIB)
LONGEST_MESSAGE: Final = 16 * KIB
"""In bytes. The application closes sockets itself from 1 KiB on, and says why."""
MOST_UNREAD: Final = 4 * KIB * KIB
"""Bytes that a socket may leave unread, some thousand views. The server's pings do not find such a one, as
whoever sends is taken for alive."""

PARSED_AT_ONCE: Final = 2 * KIB

SOCKETS_OF_AN_ADDRESS: Final = 512
"""A class of sixty behind one router, each with eight open pages."""
OPENINGS_OF_AN_ADDRESS: Final = (16, 512)
"""Sockets it may open, (a second, at once): all of them again after a restart."""
ADDRESSES_REMEMBERED: Final = 10_000

# Requests

LONGEST_ADDRESS: Final = 8 * KIB
"""Bytes of what stands between method and version."""
LONGEST_HEADERS: Final = 16 * KIB
"""Bytes of all headers of one request together."""
MOST_HEADERS: Final = 100

# Whose requests are read next

AT_WORK: Final = 32
"""How many requests of one address are under way at once, from their last byte to the first of the answer."""
IN_A_TURN: Final = 16
"""How many connections of one address are read in one turn of the event loop."""
IN_LINE: Final = 1_024
"""How many connections of one address wait to be read: whoever comes then is refused."""
REFUSALS: Final = (32, 64)
"""Of one address, as (a second, at once). Programs that are refused come again at once, and a thousand
refusals are as much work as a hundred answers: so whoever comes beyond that waits all the same."""
MOST_KEPT: Final = 16 * KIB
"""Bytes of a connection that are kept while it waits in line; the system has the rest."""

# What a request may take, in seconds

IDLE_S: Final = 60
"""A connection that was answered, or has just been opened, may wait this long with its next request."""
HEADERS_S: Final = 15
"""From the first line of a request to the end of its headers."""
BODY_GRACE_S: Final = 10
BODY_BYTES_A_SECOND: Final = 4 * KIB
"""A body may take the grace, and this pace besides."""
BODY_S: Final = 60
"""No body may take longer, whatever its length."""
STALLED_S: Final = 60
"""How long a client may take nothing of an answer."""
ADMITTING_S: Final = 30
"""From a socket's request to our answer, while a busy process comes to it: it is we who are slow then."""
LINGERING_S: Final = 2
"""How long a client that was refused may go on sending before it is cut: else it would never read why."""

# Everything together

MOST_DESCRIPTORS: Final = 65_536
RESERVED_DESCRIPTORS: Final = 192
"""For what goes on beside the requests, connections that we open ourselves, and those just being closed."""
DESCRIPTORS_OF_A_REQUEST: Final = 4
"""A database in a file has three, and a thread may read another file."""

BACKLOG: Final = 4_096
"""Connections that the system holds until we take them, if its own limit allows. A client beyond tries again
after a second, whoever has filled it."""

ANSWERING_S: Final = 5
"""How long requests under way may take when the process is told to stop."""
