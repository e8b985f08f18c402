"""What a reader pastes into a shell, or into another program, in this folder."""

import os
import subprocess
import sys
from pathlib import Path

from .daphne import environment

ROOT = Path(__file__).resolve().parents[2]


def run(command: list[str], program: str, *, folder: Path = ROOT, **settings: str) -> str:
    """What the program prints, read from standard input in this folder, with this Python as `python3`."""
    variables = environment(settings)
    variables["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), variables["PATH"]])
    done = subprocess.run(
        command, input=program, cwd=folder, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
