"""Gives a searching process a low priority, and limits on its memory and time."""

from __future__ import annotations

import gc
import os
import resource
import signal
from argparse import ArgumentParser, Namespace

from solvers.solution import Search

AT_ITS_LIMITS = 3
"""The exit status when a limit was reached. The same search would reach the limit again."""

GRACE_S = 5
"""The system ends a process that is still running this many seconds after its time limit."""


def limits_of(parser: ArgumentParser) -> ArgumentParser:
    """Add the options for the limits to a parser, and return the parser."""
    parser.add_argument("--seconds", type=int, help="the most processor time; no limit without this")
    parser.add_argument("--megabytes", type=int, help="the most memory; no limit without this")
    return parser


def give_way(asked: Namespace) -> Search:
    """Lower the priority of this process, set its limits, and return the limits of its search.

    The search stops when the parent process has ended. The garbage collector is switched off: a search makes
    no cycles of references, and to look for cycles among millions of tables would take a tenth of the time.
    """
    gc.disable()
    asking = os.getppid()
    os.nice(19)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a dump of the memory would contain cards
    if asked.seconds is not None:
        signal.signal(signal.SIGXCPU, lambda *_: os._exit(AT_ITS_LIMITS))
        resource.setrlimit(resource.RLIMIT_CPU, (asked.seconds, asked.seconds + GRACE_S))
    if asked.megabytes is not None:
        # Limit only memory that is written to: WebAssembly reserves much more and never uses it.
        resource.setrlimit(resource.RLIMIT_DATA, (asked.megabytes << 20, asked.megabytes << 20))
    return Search(stop=lambda: os.getppid() != asking)
