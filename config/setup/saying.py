"""What a person is shown while something is set up."""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


class SetupFailed(SystemExit):
    """Set-up cannot go on. Uncaught, Python prints the sentence and exits with 1."""


def say(line: str) -> None:
    """A line of progress; on stderr, so that a command's own output stays clean."""
    print(line, file=sys.stderr, flush=True)


def run(command: Sequence[str | Path], *, cwd: Path, env: Mapping[str, str] | None = None) -> bool:
    """Run a command, letting the person see what it says. True if it succeeded."""
    return subprocess.run(command, cwd=cwd, env=env, stdout=sys.stderr, check=False).returncode == 0
