"""Pictures with words on them, drawn once for each language."""

from pathlib import Path
from typing import Final

from django.utils.translation import get_language

ROOT: Final = Path(__file__).parents[1] / "root"
"""The folder of all pictures. In it, each room has a folder with its English pictures. In the room's folder,
each other language has a folder with its pictures."""


def picture_address(room: str, *files: str) -> str:
    """The address of the first of these pictures that the room has: in the reader's language, or else in
    English."""
    drawn = (f"{room}/{folder}{file}" for file in files for folder in (f"{get_language()}/", ""))
    return f"/{next(path for path in drawn if (ROOT / path).exists())}"


def guide_picture(name: str) -> str:
    """The address of a picture in the guides."""
    return picture_address("guides", f"{name}.webp")
