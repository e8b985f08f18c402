"""Messages during set-up."""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


class SetupFailed(SystemExit):
    """Set-up cannot continue. If this exception is not caught, Python prints its message and exits with 1."""


def say(line: str) -> None:
    """Print a progress message on stderr, because stdout is for the output of the `manage.py` command."""
    print(line, file=sys.stderr, flush=True)


def run(command: Sequence[str | Path], *, cwd: Path, env: Mapping[str, str] | None = None) -> bool:
    """Run a command and show its output. Return whether it succeeded."""
    return subprocess.run(command, cwd=cwd, env=env, stdout=sys.stderr, check=False).returncode == 0
