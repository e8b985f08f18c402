"""A process of its own for a search: it gives way to all others, and has limits."""

from __future__ import annotations

import os
import resource
import signal
from argparse import ArgumentParser, Namespace

from solvers.solution import Search

AT_ITS_LIMITS = 3
"""The exit status of a process that has come to one of its limits: asked the same again, it would come to it
again."""

GRACE_S = 5
"""So much later the system ends one that has not ended by itself."""


def limits_of(parser: ArgumentParser) -> ArgumentParser:
    """The parser of a command line that takes limits, too."""
    parser.add_argument("--seconds", type=int, help="of the processor's time; no limit without it")
    parser.add_argument("--megabytes", type=int, help="of memory; no limit without it")
    return parser


def give_way(asked: Namespace) -> Search:
    """Let this process give way to all others from now on and keep to the limits that were asked for. A
    search is stopped once the process that asked is gone."""
    asking = os.getppid()
    os.nice(19)
    if asked.seconds is not None:
        signal.signal(signal.SIGXCPU, lambda *_: os._exit(AT_ITS_LIMITS))
        resource.setrlimit(resource.RLIMIT_CPU, (asked.seconds, asked.seconds + GRACE_S))
    if asked.megabytes is not None:
        # Of what is written to: a machine for WebAssembly sets much more aside, and never uses it.
        resource.setrlimit(resource.RLIMIT_DATA, (asked.megabytes << 20, asked.megabytes << 20))
    return Search(stop=lambda: os.getppid() != asking)
