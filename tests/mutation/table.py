"""The mutants: named ways to break one place of the code, and the tests that must notice.

A file of `mutants/` holds those of one kind:

    ASKED
      NAME
        AT: OLD => NEW

`ASKED` are pytest's arguments for the mutants below it. `NAME` says what is wrong with the service then.
`AT` is the dotted name of a function, class, variable or module, or enough of its end. The one place in it
that fits the pattern `OLD` becomes `NEW` (see `patterns`); `; ` separates lines of new code.
"""

import ast
import shlex
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from .patterns import change

ROOT: Final = Path(__file__).resolve().parent.parent.parent

FOLDER: Final = Path(__file__).parent / "mutants"
KINDS: Final = sorted(file.stem for file in FOLDER.glob("*.txt"))

CODE: Final = ("client/src", "competitions", "config", "frontend", "games", "solvers")


@dataclass(frozen=True)
class Place:
    """A named place in the code."""

    name: str
    node: ast.AST
    file: Path
    module: ast.Module


class Code:
    """The Python code of a tree, by names."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree

    def place(self, at: str) -> Place:
        """Return the one place whose name ends like this; raises LookupError unless there is one."""
        ends = f".{at}"
        named = [place for place in self._named[at.rpartition(".")[2]] if f".{place.name}".endswith(ends)]
        if len(named) != 1:
            raise LookupError(f"`{at}` may be any of {[place.name for place in named]}")
        return named[0]

    @cached_property
    def _named(self) -> Mapping[str, Sequence[Place]]:
        """All places by the last part of their names."""
        found = defaultdict(list)
        for place in self._places():
            found[place.name.rpartition(".")[2]].append(place)
        return found

    def _places(self) -> Iterator[Place]:
        for root in CODE:
            within = self.tree / "client/src" if root == "client/src" else self.tree
            for file in sorted((self.tree / root).rglob("*.py")):
                parts = file.relative_to(within).with_suffix("").parts
                module = ast.parse(file.read_text())
                for name, node in _definitions(".".join(parts).removesuffix(".__init__"), module):
                    yield Place(name, node, file, module)


def _definitions(name: str, node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    yield name, node
    for inner in getattr(node, "body", ()):
        match node, inner:
            case _, ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield from _definitions(f"{name}.{inner.name}", inner)
            case ast.FunctionDef() | ast.AsyncFunctionDef(), _:
                pass  # its variables are its own
            case _, ast.Assign(targets=[ast.Name(id=variable)]) | ast.AnnAssign(target=ast.Name(id=variable)):
                yield f"{name}.{variable}", inner


@dataclass(frozen=True)
class Mutant:
    """One way to break the code."""

    kind: str
    name: str
    at: str
    old: str
    new: str
    asked: str

    @property
    def arguments(self) -> list[str]:
        """The arguments for pytest."""
        return shlex.split(self.asked)

    @contextmanager
    def broken(self, code: Code) -> Iterator[None]:
        """Break the tree, and mend it at the end. Raises LookupError unless there is one place to break."""
        place = code.place(self.at)
        node, module = deepcopy((place.node, place.module))
        change(node, self.old, self.new)
        good = place.file.read_text()
        place.file.write_text(ast.unparse(module))
        try:
            yield
        finally:
            place.file.write_text(good)


def mutants() -> Sequence[Mutant]:
    """All of them, kind by kind."""
    return [mutant for kind in KINDS for mutant in _of_kind(kind)]


def _of_kind(kind: str) -> Iterator[Mutant]:
    asked = name = ""
    for line in (FOLDER / f"{kind}.txt").read_text().splitlines():
        text = line.lstrip()
        match len(line) - len(text):
            case 0:
                asked = text
            case 2:
                name = text
            case _:
                at, _, change = text.partition(": ")
                old, _, new = change.partition(" => ")
                yield Mutant(kind, name, at, old, new.replace("; ", "\n"), asked)
