"""Settings of Python's cyclic garbage collection for a server.

By default a collection runs after every 700 new objects, which means at every second request. Now and then a
collection searches all objects of the program, and all requests wait for a tenth of a second.
"""

import gc
from typing import Final

MORE_OBJECTS: Final = 5_000
"""How many new objects start a collection. So many objects take a few megabytes at most."""


def search_later() -> None:
    """Collect nothing while the program loads. Collections would take a tenth of the time and find little."""
    gc.disable()


def search_less() -> None:
    """Switch collection on again, but let it run less often than by default, and without searching the
    objects that are loaded already."""
    gc.freeze()
    gc.set_threshold(MORE_OBJECTS, 10, 10)
    gc.enable()
