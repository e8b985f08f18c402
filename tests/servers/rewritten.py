"""The tests with their asserts rewritten, kept on disk as pytest keeps them.

Workers collect at the same time. In a fresh clone each of them would find no test rewritten, and rewrite all.
"""

import sys
from pathlib import Path

import pytest
from _pytest.assertion.rewrite import (
    PYC_TAIL,
    _read_pyc,
    _rewrite_test,
    _write_pyc,
    assertstate_key,
    get_cache_dir,
)


def keep(config: pytest.Config) -> None:
    """Rewrites the files of tests that have changed since pytest last did, or that it never saw."""
    if sys.dont_write_bytecode:
        return
    for file in sorted((config.rootpath / "tests").rglob("test_*.py")):
        _keep(file, config)


def _keep(file: Path, config: pytest.Config) -> None:
    kept = get_cache_dir(file) / f"{file.stem}{PYC_TAIL}"
    if _read_pyc(file, kept) is None:
        kept.parent.mkdir(exist_ok=True)
        source_hash, code = _rewrite_test(file, config)
        _write_pyc(config.stash[assertstate_key], code, source_hash, kept)
