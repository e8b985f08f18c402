"""The examples in docstrings, of the whole tree, come out as written."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOTS = {
    **dict.fromkeys(("games", "solvers", "competitions", "frontend", "config", "tests", "benchmarks"), ROOT),
    "client/src/evendeal": ROOT / "client/src",
    "client/examples": ROOT,
}


def shown() -> list[str]:
    """The modules with examples. What guides show runs elsewhere."""
    return [
        ".".join(file.relative_to(top).with_suffix("").parts).removesuffix(".__init__")
        for room, top in ROOTS.items()
        for file in sorted((ROOT / room).rglob("*.py"))
        if re.search(r"^ *>>> ", file.read_text(), re.MULTILINE)
        if not {"node_modules", "migrations", "sixth"} & {*file.parts} and "guides/examples" not in str(file)
    ]


@pytest.mark.parametrize("module", shown())
def test_the_examples_of_a_module_come_out_as_written(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted
    assert not result.failed
