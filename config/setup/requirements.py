"""The project's requirements, from `pyproject.toml` and its lock files.

The locks are requirements files with hashes but without addresses. So uv and pip can both read them, and use
any package index. A `uv.lock` would contain 2,225 addresses of one index, from which alone `uv sync --frozen`
would fetch. pip cannot read a `uv.lock`.
"""

import hashlib
import re
import tomllib
from importlib.metadata import PackageNotFoundError, version
from itertools import takewhile
from pathlib import Path

from .saying import SetupFailed, run, say

ROOT = Path(__file__).resolve().parent.parent.parent

GROUPS = ("setup", "serve", "servers", "traces", "site", "build", "test", "audit", "compiler")
"""The groups of requirements, each with a lock. `serve` has the dependencies of the project itself; the
others are dependency groups of `pyproject.toml`."""


def lock_of(group: str, root: Path = ROOT) -> Path:
    return root / "config" / "requirements" / f"{group}.lock"


def asked_for(group: str, root: Path = ROOT) -> list[str]:
    """The requirements that `pyproject.toml` lists for the group."""
    project = tomllib.loads((root / "pyproject.toml").read_text())
    requirements: list[str] = (
        project["project"]["dependencies"] if group == "serve" else project["dependency-groups"][group]
    )
    return requirements


def missing(requirements: list[str]) -> list[str]:
    """The requirements that this Python's environment does not meet.

    A requirement with a marker is skipped, because it is only for some machines.
    """
    return [requirement for requirement in requirements if ";" not in requirement and not _met(requirement)]


def _met(requirement: str) -> bool:
    parts = re.fullmatch(r"([\w.-]+)(?:\[[\w,-]+\])?>=([\d.]+),<([\d.]+)", requirement)
    if not parts:
        raise ValueError(f"pyproject.toml asks for {requirement!r}; it must be like name>=1.2,<2")
    name, lowest, above = parts.groups()
    try:
        return _release(lowest) <= _release(version(name)) < _release(above)
    except PackageNotFoundError:
        return False


def _release(text: str) -> list[int]:
    return [int(number) for number in takewhile(str.isdigit, text.split("."))]


# The locks


def first_line(group: str, root: Path = ROOT) -> str:
    """The first line that the group's lock must have if it was made for the current requirements."""
    asked = "\n".join(sorted(asked_for(group, root)))
    return f"# By `manage.py lock`, for the requirements {hashlib.sha256(asked.encode()).hexdigest()[:16]}\n"


def renew_locks(uv: Path, options: list[str]) -> None:
    """Pin every package with its hashes, for every Python from 3.11 on and every system.

    Pins that still fit stay as they are, unless `options` (for uv) contain `--upgrade`.
    """
    for number, group in enumerate(GROUPS):
        say(f"Locking {group}…")
        command: list[str | Path] = [uv, "pip", "compile", "--universal", "--python-version", "3.11"]
        command += ["--generate-hashes", "--no-annotate", "--no-header", "--quiet", *options]
        command += ["pyproject.toml"] if group == "serve" else ["--group", group]
        for earlier in GROUPS[1:number]:
            # The groups share one environment, so this lock keeps to the versions of the earlier locks. The
            # first group, `setup`, is left out: it has only uv, which no other group needs.
            command += ["--constraints", lock_of(earlier)]
        if not run([*command, "--output-file", lock_of(group)], cwd=ROOT):
            raise SetupFailed(f"The lock of {group!r} could not be made: uv failed, see above.")
        pins = lock_of(group).read_text()
        lock_of(group).write_text(first_line(group) + pins)
