"""Python's search for garbage in circles, made for a server: it looks at what requests leave behind.

By default it starts whenever there are 700 objects more, which is with every other request, and
now and then it goes through the whole program while everybody waits a tenth of a second.
"""

import gc
from typing import Final

MORE_OBJECTS: Final = 5_000
"""A search begins when there are so many more: a few megabytes at most."""


def search_later() -> None:
    """Call it before anything is loaded: searches then take a tenth of the start, and find a few thousand
    objects.
    """
    gc.disable()


def search_less() -> None:
    """Call it once all is loaded: what is there by then stays, and is never searched."""
    gc.freeze()
    gc.set_threshold(MORE_OBJECTS, 10, 10)
    gc.enable()
