"""Engines that break one rule each: ours with one place changed."""

from __future__ import annotations

import importlib
import io
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType, SimpleNamespace

from games.conform.program import ProgramFailure
from tests.games.conform.operators import Broken

FIND_GAMES = {f"games{name}" for name in ("", ".__main__", ".output", ".replay")}
"""The modules of the command line that import `GAMES`."""


class _Finder(MetaPathFinder):
    """Finds the modules of `games`, and breaks one of them."""

    def __init__(self, mutant: Broken) -> None:
        self._mutant = mutant

    def find_spec(self, name, path=None, target=None):  # type: ignore[no-untyped-def]
        if name == f"games.{self._mutant.module}".removesuffix(".__init__"):
            spec = PathFinder.find_spec(name, path, target)
            spec.loader = _Loader(name, spec.origin, self._mutant)
            return spec
        return None


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, mutant: Broken) -> None:
        super().__init__(name, path)
        self._mutant = mutant

    def get_code(self, fullname):  # type: ignore[no-untyped-def]
        path = self.get_filename(fullname)
        return compile(self._mutant.tree(Path(path).read_text()), path, "exec")


def _command_line(mutant: Broken) -> ModuleType:
    """Return the module `games.__main__` of a separate engine; the modules of ours stay untouched.

    It shares with us what a broken game cannot change, since importing takes longer than most answers."""
    games = {name: module for name, module in sys.modules.items() if name.split(".")[0] == "games"}
    ours = {name: module for name, module in games.items() if _may_differ(name, mutant)}
    for name in ours:
        del sys.modules[name]
    sys.meta_path.insert(0, finder := _Finder(mutant))
    try:
        return importlib.import_module("games.__main__")
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if name.split(".")[0] == "games"]:
            del sys.modules[name]
        sys.modules.update(games)


def _may_differ(name: str, mutant: Broken) -> bool:
    """Return whether a module is of the broken game or finds the games; of what all games share, any may."""
    of_game = len(mutant.games) == 1
    return not of_game or name in FIND_GAMES or name.split(".")[:2] == ["games", mutant.module.split(".")[0]]


class InProcess:
    """A broken engine in this process, asked through its own command line."""

    def __init__(self, mutant: Broken) -> None:
        self._main = _command_line(mutant).main
        self.asked = 0

    @contextmanager
    def replay(self, lines: Sequence[bytes], by_file: bool = False) -> Iterator[_Done]:
        self.asked += len(lines)
        given, stdin = b"\n".join([*lines, b""]), sys.stdin
        with tempfile.NamedTemporaryFile() as file:
            sys.stdin = SimpleNamespace(buffer=io.BytesIO(b"" if by_file else given))  # type: ignore[assignment]
            file.write(given if by_file else b"")
            file.flush()
            try:
                yield self._run(["replay", *([file.name] if by_file else [])])
            finally:
                sys.stdin = stdin

    @contextmanager
    def call(self, arguments: Sequence[str]) -> Iterator[_Done]:
        self.asked += 1
        yield self._run(arguments)

    def _run(self, arguments: Sequence[str]) -> _Done:
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()):
            try:
                status = self._main(list(arguments))
            except SystemExit as error:
                raise ProgramFailure(f"it ended with exit status {error.code}") from None
            except Exception as error:
                raise ProgramFailure(f"it raised {error!r}") from None
        return _Done(out.getvalue().encode(), status)


class _Done:
    def __init__(self, out: bytes, status: int) -> None:
        self._out, self._status = out, status

    def lines(self) -> Iterator[bytes]:
        return iter(self._out.splitlines())

    def whole(self) -> bytes:
        return self._out

    def status(self) -> int:
        return self._status


def program(tree: Path) -> list[str]:
    """Return the command that runs the engine in a folder."""
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); from games.__main__ import main; sys.exit(main())"
    )
    return [sys.executable, "-S", "-c", code, str(tree)]
