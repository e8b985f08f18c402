"""Python's cyclic garbage collection, tuned for a server.

By default it runs after every 700 new objects, with every other request, and sometimes goes through the whole
program while everybody waits a tenth of a second.
"""

import gc
from typing import Final

MORE_OBJECTS: Final = 5_000
"""New objects before a collection: a few megabytes at most."""


def search_later() -> None:
    """Collect rarely while the program loads: collections would take a tenth of the start and find little."""
    gc.disable()


def search_less() -> None:
    """Exclude everything loaded so far from collections."""
    gc.freeze()
    gc.set_threshold(MORE_OBJECTS, 10, 10)
    gc.enable()
