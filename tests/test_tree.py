"""The tree itself: lint, format, types, migrations, locks, and which room may import which."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from django.core.management import call_command

from config.setup.requirements import GROUPS, asked_for, first_line, lock_of

ROOT = Path(__file__).resolve().parent.parent

ROOMS = (
    "games",
    "solvers",
    "competitions",
    "frontend",
    "client",
    "evendeal",
    "config",
    "tests",
    "benchmarks",
)
ARROWS = {
    "games": {"games"},
    "solvers": {"solvers", "games"},
    "competitions": {"competitions", "solvers", "games"},
    "frontend": {"frontend", "competitions", "games"},
    "client": {"client", "evendeal", "games"},
}
"""Which rooms a room may import; what is not here may import every room."""

SERVICE = (
    "dates",
    "translatable",
    "models",
    "refusals",
    "outages",
    "times",
    "metrics",
    "derived_keys",
    "postgresql",
    "jobs",
    "people",
    "ledger",
    "accounts",
    "embargo",
    "standings",
    "play",
    "solving",
    "outbound",
    "contests",
    "proofs",
    "ratings",
    "endings",
    "web",
    "moderation",
    "realtime",
    "api",
    "expiry",
    "followers",
    "background",
    "backlog",
    "upgrades",
    "management",
    "apps",
)
"""The rooms inside `competitions`: each may import those before it, and itself."""


def succeeds(*arguments: str) -> None:
    """Run Python, and fail with what it says if it fails."""
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"{' '.join(arguments)}\n{done.stdout}{done.stderr}", pytrace=False)


def test_ruff_has_nothing_to_say() -> None:
    succeeds("-m", "ruff", "check", "--quiet", ".")


def test_everything_is_formatted() -> None:
    succeeds("-m", "ruff", "format", "--quiet", "--diff", ".")


@pytest.mark.extra
@pytest.mark.long
def test_all_is_strictly_typed() -> None:
    if subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, check=False).returncode:
        # Django's plugin notes in the cache what stands where, and misses a module that has moved since.
        succeeds("-m", "mypy", "--no-incremental")


BENCHMARKS = {
    f"benchmarks.{each.stem}": 'if __name__ == "__main__"' in each.read_text()
    for each in sorted((ROOT / "benchmarks").glob("[!_]*.py"))
}
"""The modules with benchmarks, and whether each is run by itself. Others serve these."""


@pytest.mark.extra
@pytest.mark.long
@pytest.mark.parametrize("name", [name for name, by_itself in BENCHMARKS.items() if by_itself])
def test_a_benchmark_can_be_imported_by_itself(name: str) -> None:
    """In a process of its own: it must set Django up if it needs Django."""
    succeeds("-c", f"import {name}")


@pytest.mark.extra
def test_what_serves_benchmarks_can_be_imported() -> None:
    names = [name for name, by_itself in BENCHMARKS.items() if not by_itself]
    succeeds("-c", f"import {', '.join(['benchmarks.database', *names])}")


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", "--check", "--dry-run")


@pytest.mark.parametrize("group", GROUPS)
def test_a_lock_is_made_for_what_is_asked_for(group: str) -> None:
    lock = lock_of(group).read_text()
    assert lock.startswith(first_line(group)), "run: python3 manage.py lock"
    for requirement in asked_for(group):
        assert f"\n{requirement.split('>=')[0].split('[')[0]}==" in lock


@pytest.mark.parametrize("group", GROUPS)
def test_a_package_is_asked_for_once(group: str) -> None:
    names = [re.split(r"[\[>]", requirement)[0] for requirement in asked_for(group)]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("group", GROUPS)
def test_a_lock_has_a_hash_for_every_pin_and_names_no_host(group: str) -> None:
    lock = lock_of(group).read_text()
    assert "://" not in lock
    pins = re.findall(r"^[\w.-]+==.+(?:\n    .+)*", lock, re.MULTILINE)
    assert pins
    assert all("--hash=sha256:" in pin for pin in pins)


def test_the_lock_of_the_pages_names_no_host() -> None:
    lock = json.loads((ROOT / "frontend" / "package-lock.json").read_text())
    packages = [package for name, package in lock["packages"].items() if name]
    assert packages
    assert not [package for package in packages if "resolved" in package or "integrity" not in package]


OF_THE_AUDIT = {"cyclonedx": "cyclonedx-python-lib", "packageurl": "packageurl-python"}
"""What the audit alone imports, and the package that brings it: tests are run without these packages."""


@pytest.mark.extra
@pytest.mark.parametrize(
    ("rooms", "groups"),
    [
        (("solvers", "competitions", "frontend", "config"), ("serve", "servers", "traces", "audit")),
        (("tests", "benchmarks"), ("serve", "servers", "traces", "site", "test")),
    ],
)
def test_what_is_imported_is_asked_for_by_name(rooms: tuple[str, ...], groups: tuple[str, ...]) -> None:
    """Not only by something else that is asked for, and may one day do without."""
    asked = {re.split(r"[\[>]", requirement)[0] for group in groups for requirement in asked_for(group)}
    owners = {
        # Some lay a file into another's folder, as plugins of Twisted do.
        name: {name} & theirs or theirs
        for name, found in packages_distributions().items()
        if (theirs := {owner.lower().replace("_", "-") for owner in found})
    }
    undeclared = {
        f"{file.relative_to(ROOT)} imports {name}"
        for room in rooms
        for file in modules(room)
        for name in {name.split(".")[0] for name in everywhere(file)} - {*ROOMS, *sys.stdlib_module_names}
        if not owners.get(name, {OF_THE_AUDIT.get(name)}) & asked
    }
    assert not undeclared


# Rooms


SHOWN = ROOT / "frontend" / "guides" / "examples"
"""Code that guides show, for programs elsewhere."""


def modules(room: str) -> list[Path]:
    return sorted(
        file
        for file in (ROOT / room).rglob("*.py")
        if file.parent != SHOWN and "node_modules" not in file.relative_to(ROOT).parts
    )


def imported(node: ast.AST) -> Iterator[str]:
    """The absolute names that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
        yield node.module


def everywhere(file: Path) -> set[str]:
    return {name for node in ast.walk(parsed(file)) for name in imported(node)}


def parsed(file: Path) -> ast.Module:
    """The tree of a module. Python 3.11 counts its depth for all threads together, and so may
    stumble over a traceback that another thread is just writing."""
    try:
        return ast.parse(file.read_text())
    except SystemError:
        return ast.parse(file.read_text())


@pytest.mark.parametrize("room", sorted(ARROWS))
def test_a_room_imports_only_the_rooms_below_it(room: str) -> None:
    assert modules(room)
    forbidden = set(ROOMS) - ARROWS[room]
    astray = {
        f"{file.relative_to(ROOT)} imports {name}"
        for file in modules(room)
        for name in everywhere(file)
        if name.split(".")[0] in forbidden
    }
    assert not astray


def test_what_guides_show_needs_nothing_of_the_service() -> None:
    theirs = {name.split(".")[0] for file in SHOWN.glob("*.py") for name in everywhere(file)}
    assert "evendeal" in theirs
    assert theirs - {"evendeal", "evendeal_client"} <= sys.stdlib_module_names


def reached(file: Path) -> Iterator[str]:
    """The rooms of `competitions` that a module of it imports, by their names."""
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = file.relative_to(ROOT).parts[: -node.level]
            parts = [*base, *(node.module.split(".") if node.module else [])]
            yield from parts[1:2] or [alias.name for alias in node.names]


@pytest.mark.parametrize("room", SERVICE)
def test_a_room_of_the_service_imports_only_those_before_it(room: str) -> None:
    place = ROOT / "competitions" / room
    files = modules(f"competitions/{room}") if place.is_dir() else [place.with_suffix(".py")]
    allowed = {*SERVICE[: SERVICE.index(room) + 1]}
    astray = {
        f"{file.relative_to(ROOT)} imports {name}"
        for file in files
        for name in reached(file)
        if name not in allowed
    }
    assert not astray


def test_every_room_of_the_service_has_its_place_among_them() -> None:
    found = {
        each.stem
        for each in (ROOT / "competitions").iterdir()
        if not each.name.startswith("__") and (each.suffix == ".py" or (each / "__init__.py").exists())
    }
    assert found - {"migrations"} == set(SERVICE)


@pytest.mark.extra
def test_only_servers_run_what_goes_on_beside_the_requests() -> None:
    """In the tests' process its threads would end attempts and delete rows of the test that is running."""
    importing = {
        file.relative_to(ROOT / "tests").parts[0]
        for file in modules("tests")
        if "config.asgi" in everywhere(file)
    }
    assert importing == {"servers"}


def test_games_imports_the_standard_library_and_nothing_else() -> None:
    allowed = {"games", *sys.stdlib_module_names}
    astray = {
        name for file in modules("games") for name in everywhere(file) if name.split(".")[0] not in allowed
    }
    assert not astray


def test_the_set_up_needs_nothing_installed() -> None:
    """Imports at the top of its modules count; those in a function run after the installing."""
    files = [
        *modules("config/setup"),
        ROOT / "config/serving.py",
        ROOT / "config/variables.py",
        ROOT / "manage.py",
    ]
    astray = {
        name
        for file in files
        for node in parsed(file).body
        for name in imported(node)
        if name.split(".")[0] not in {"config", *sys.stdlib_module_names}
    }
    assert not astray


def imported_modules(file: Path) -> Iterator[Path]:
    """The files of ours that a module of Python imports."""
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.ImportFrom):
            base = ROOT.joinpath(*file.relative_to(ROOT).parts[: -node.level]) if node.level else ROOT
            place = base.joinpath(*(node.module or "").split("."))
            for found in (place, *(place / alias.name for alias in node.names)):
                yield found.with_suffix(".py")


def imported_scripts(file: Path) -> Iterator[Path]:
    """The modules that a script imports, for types alone or not."""
    for name in re.findall(r"^import .*? from '(\.[^']+)';", file.read_text(), re.MULTILINE | re.DOTALL):
        yield (file.parent / f"{name}.ts").resolve()


@pytest.mark.parametrize(
    ("place", "kind", "imports"),
    [
        *(
            (room, "*.py", imported_modules)
            for room in ("competitions", "frontend", "config", "games", "solvers")
        ),
        ("frontend/src", "*.ts", imported_scripts),
    ],
)
def test_no_modules_import_each_other_in_a_circle(
    place: str, kind: str, imports: Callable[[Path], Iterator[Path]]
) -> None:
    files = {file for file in (ROOT / place).rglob(kind) if "node_modules" not in file.parts}
    above = {file: {each for each in imports(file) if each in files} - {file} for file in files}
    while free := {file for file, others in above.items() if not others & above.keys()}:
        above = {file: others for file, others in above.items() if file not in free}
    assert not above, "these stand in circles, or import what does"
