"""A name as it is stored: cleaned, in one script, and with the two looks that no other player may have."""

from typing import Final, NamedTuple

from .looks import look, require_one_script, shape
from .names import clean

SHORTEST: Final = 2
LONGEST: Final = 24


class Named(NamedTuple):
    name: str
    look: str
    shape: str


def named(text: str) -> Named:
    """Raises `invalid` for a text that is no name."""
    name = clean(text, field="name", shortest=SHORTEST, longest=LONGEST)
    require_one_script(name)
    return Named(name, look(name), shape(name))
