"""A project to set up."""

import json
from pathlib import Path

import pytest

ABSENT = ["no-such-package>=1,<2"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project that asks for a package which nobody has."""
    (tmp_path / "pyproject.toml").write_text(
        f"[project]\ndependencies = {json.dumps(ABSENT)}\n[dependency-groups]\ntest = {json.dumps(ABSENT)}\n"
    )
    locks = tmp_path / "config" / "requirements"
    locks.mkdir(parents=True)
    for group in ("setup", "serve", "test"):
        (locks / f"{group}.lock").write_text(f"{group} 1\n")
    return tmp_path
