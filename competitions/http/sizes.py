"""How much a request may carry."""

from typing import Final

LARGEST_BODY: Final = 256 * 1024
"""In bytes."""
