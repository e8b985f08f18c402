"""The environment that a command runs in: the current one if it has what is needed, otherwise `.venv`."""

import hashlib
import json
import shutil
import sys
from collections.abc import Callable, Set
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from pathlib import Path

from . import saying
from .alone import alone
from .requirements import ROOT, asked_for, lock_of, missing
from .saying import SetupFailed, say

RunCommand = Callable[..., bool]

THIS_PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"


@dataclass(frozen=True)
class Stamp:
    """What `.venv` contains. `python` is its version of Python, such as 3.13; empty while `.venv` is being
    changed, and after an interruption."""

    python: str = ""
    locks: dict[str, str] = field(default_factory=dict)
    """The SHA-256 of each installed group's lock."""

    @staticmethod
    def file(venv: Path) -> Path:
        return venv / "evendeal.json"

    @classmethod
    def read(cls, venv: Path) -> "Stamp | None":
        """The record in `venv` of what it contains; None if the environment is not ours. A damaged record
        counts as that of an interrupted change."""
        try:
            return cls(**json.loads(cls.file(venv).read_text()))
        except FileNotFoundError:
            return None
        except (ValueError, TypeError):
            return cls()

    def write(self, venv: Path) -> None:
        new = self.file(venv).with_suffix(".new")
        new.write_text(json.dumps(asdict(self)))
        new.replace(self.file(venv))


def python_for(groups: Set[str], *, root: Path = ROOT, run: RunCommand = saying.run) -> Path | None:
    """The Python whose environment has `groups`; None if it is the current one. Creates or repairs `.venv` if
    needed.

    An environment that meets all requirements is used as it is, even a `.venv` that somebody else made.
    Raises SetupFailed if this process runs in somebody else's `.venv` and a package is missing there.
    """
    venv = root / ".venv"
    inside = Path(sys.prefix).resolve() == venv.resolve()
    stamp = Stamp.read(venv)
    if stamp is None or not inside:
        lacking = [name for group in sorted(groups) for name in missing(asked_for(group, root))]
        if not lacking:
            return None
        if stamp is None and inside:
            raise SetupFailed(
                f".venv was not made by manage.py, and lacks {', '.join(lacking)}. Install that or remove it."
            )
        if stamp is None and python_in(venv).exists():
            return python_in(venv)
    if _is_ready(venv, _wanted(groups, stamp, root)):
        return None if inside else python_in(venv)
    with alone(root):
        wanted = _wanted(groups, Stamp.read(venv), root)
        if not _is_ready(venv, wanted):
            _bring_to(wanted, venv, root, run)
    return python_in(venv)


def python_in(venv: Path) -> Path:
    return venv / "bin" / "python"


def _wanted(groups: Set[str], stamp: Stamp | None, root: Path) -> Stamp:
    """What `.venv` is to contain: the requested groups, and those that are installed, so that `serve` after
    `test` removes nothing."""
    kept = {name for name in (stamp.locks if stamp else {}) if lock_of(name, root).exists()}
    names = sorted(groups | kept)
    digests = {name: hashlib.sha256(lock_of(name, root).read_bytes()).hexdigest() for name in names}
    return Stamp(THIS_PYTHON, digests)


def _is_ready(venv: Path, wanted: Stamp) -> bool:
    return Stamp.read(venv) == wanted and python_in(venv).exists()


def _bring_to(wanted: Stamp, venv: Path, root: Path, run: RunCommand) -> None:
    stamp = Stamp.read(venv)
    if stamp is None or stamp.python != THIS_PYTHON or not python_in(venv).exists():
        _make(venv, root, run)
    # An interruption from here on may leave a package half installed, so the next run must begin with an
    # empty `.venv`.
    Stamp().write(venv)
    say(f"Installing the packages to {' and '.join(wanted.locks)}…")
    if not _install([lock_of(name, root) for name in ("setup", *wanted.locks)], venv, root, run):
        Stamp(THIS_PYTHON).write(venv)
        raise SetupFailed("The packages could not be installed, see above. The next run tries again.")
    wanted.write(venv)


def _make(venv: Path, root: Path, run: RunCommand) -> None:
    say(f"Making .venv with Python {THIS_PYTHON} (once)…")
    shutil.rmtree(venv, ignore_errors=True)
    venv.mkdir()
    Stamp().write(venv)
    bare = ["--without-pip"] if _lends_pip() else []
    if not run([_base_python(), "-m", "venv", venv, *bare], cwd=root):
        raise SetupFailed(
            "This Python could not make a virtual environment, see above. "
            "On Debian and Ubuntu the package python3-venv is needed for it."
        )


def _base_python() -> str:
    """A Python that is in no environment, because this process's Python may be in the environment that was
    just removed."""
    if sys.prefix == sys.base_prefix:
        return sys.executable
    return str(Path(sys.base_prefix, "bin", "python{}.{}".format(*sys.version_info)))


def _lends_pip() -> bool:
    """Whether this Python is in no environment and has a pip. `.venv` can use that pip, which saves the
    seconds of installing another pip."""
    return sys.prefix == sys.base_prefix and find_spec("pip") is not None


def _install(locks: list[Path], venv: Path, root: Path, run: RunCommand) -> bool:
    """Install with uv, which is many times faster, or with pip if uv fails. Both check every hash. Return
    whether the installation succeeded."""
    quiet = [] if sys.stderr.isatty() else ["--quiet"]
    lent = [sys.executable, "-m", "pip", "--python", python_in(venv)]
    pip = [*(lent if _lends_pip() else [python_in(venv), "-m", "pip"]), "install", *quiet]
    pip += ["--disable-pip-version-check", "--require-hashes"]
    uv = venv / "bin" / "uv"
    if uv.exists() or run([*pip, "-r", lock_of("setup", root)], cwd=root):
        sync = [uv, "pip", "sync", "--python", python_in(venv), "--require-hashes"]
        if lock_of("test", root) in locks:
            # The many processes of a test run would compile the same modules at the same time, so compile
            # them now. A server compiles modules when it imports them.
            sync.append("--compile-bytecode")
        # Trust the certificates that pip and curl trust on this machine, which may include a company's.
        sync.append("--system-certs")
        if run([*sync, *quiet, *locks], cwd=root):
            return True
    say("uv did not work here; trying with pip, which takes longer…")
    return run([*pip, *(part for lock in locks for part in ("-r", lock))], cwd=root)
