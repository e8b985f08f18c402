"""The mutants: each a line of code that is broken in a named way, and the tests that have to notice.

A file of `mutants/` holds those of one kind. The name of a mutant says what is wrong with the service
that it makes; `old` stands once in its `file`, and `asked` is what pytest is given.
"""

import shlex
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent

KINDS: Final = (
    "rules",
    "embargo",
    "locks",
    "constraints",
    "counting",
    "limits",
    "repeats",
    "live",
    "tokens",
    "hooks",
    "client",
    "events",
)


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """One way to break the code."""

    kind: str
    name: str
    file: str
    old: str
    new: str
    asked: str

    @property
    def arguments(self) -> list[str]:
        """What is asked, as pytest takes it."""
        return shlex.split(self.asked)

    def break_in(self, tree: Path) -> None:
        """Break a copy of the tree. Raises LookupError unless `old` stands exactly once in the file."""
        file = tree / self.file
        whole = file.read_text()
        if whole.count(self.old) != 1:
            raise LookupError(
                f"{self.name}: its old text stands {whole.count(self.old)} times in {self.file}"
            )
        file.write_text(whole.replace(self.old, self.new))


def mutants() -> Sequence[Mutant]:
    """All of them, kind by kind."""
    return [
        Mutant(kind=kind, name=name, **row)
        for kind in KINDS
        for name, row in tomllib.loads(_file(kind).read_text()).items()
    ]


def _file(kind: str) -> Path:
    return Path(__file__).parent / "mutants" / f"{kind}.toml"
