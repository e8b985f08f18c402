"""The service in the language of `tests.pseudo`, whose texts are written into the folder named `ACCENTS`."""

import os
from contextlib import ExitStack
from pathlib import Path

from tests.pseudo import speaking_pseudo

from .site import application

__all__ = ["application"]

UNTIL_THE_END = ExitStack()
UNTIL_THE_END.enter_context(speaking_pseudo(Path(os.environ["ACCENTS"])))
