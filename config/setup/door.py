"""Chooses the command to run and the environment that it needs."""

import os
import secrets
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from config import serving
from config.variables import VARIABLES

from . import pages
from .requirements import ROOT, renew_locks
from .saying import SetupFailed, run, say
from .venv import python_for

SETTINGS = "config.settings"

USAGE = """\
python3 manage.py serve   serve Evendeal on this machine (--help: its options, among them --demo)
python3 manage.py test    run the tests (--all: those too that take long; --where-time-goes: tell which
                          files took how long; whatever else follows goes to pytest)
python3 manage.py worker  do work in the background beside `serve`, on PostgreSQL
python3 manage.py lock    pin the packages that pyproject.toml asks for (what follows goes to uv)

Each makes the environment that it needs. So do Django's commands, as python3 manage.py COMMAND:
check, migrate, makemigrations, shell and more; `python3 manage.py help --commands` lists them.
"""

LONGEST_WAIT_S = 30
"""How long a command waits for a connection to PostgreSQL, which may be busy or starting."""

SPREAD = ["--dist=loadgroup", "--no-loadscope-reorder"]
WITHOUT_EXTRAS = ["-m", "not extra"]
A_RUN = [*SPREAD, "--numprocesses=3", *WITHOUT_EXTRAS]
"""More workers than the expected two processors, because many tests wait for a clock or a browser. Each
worker collects all tests, and they share the processors' caches."""
A_RUN_OF_ALL = [*SPREAD, "--numprocesses=4"]
"""The extras wait longer."""
ABOUT_EVERYTHING = {"--all", "--where-time-goes"}
"""Options of a run of everything."""


def main(argv: list[str]) -> None:
    """Run the command in `argv`, in an environment that has what it needs."""
    if argv[1:] in ([], ["help"], ["--help"], ["-h"]):
        print(USAGE, end="")
        return
    command, arguments = argv[1], argv[2:]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    # Otherwise every child process would compile all modules again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        if command == "serve":
            asked = serving.parse(arguments)
            _enter_with_pages(_to_serve(), argv, modules=False, beside_build=["-m", "config.preparing"])
            serving.serve(asked)
        elif command == "test":
            _enter_with_pages({"serve", "servers", "test"}, argv, modules=True)
            _test(arguments)
        elif command == "lock":
            _enter({"serve"}, argv)
            renew_locks(Path(sys.prefix) / "bin" / "uv", arguments)
        else:
            _enter(_to_serve(), argv)
            from django.core.management import execute_from_command_line

            if command != "worker":
                _wait_longer()
            execute_from_command_line(argv)
    except KeyboardInterrupt:
        say("Stopped.")
        raise SystemExit(130) from None


def _to_serve() -> set[str]:
    """The groups that serving needs; those for PostgreSQL and Redis only if a variable names a server."""
    database, redis = (os.environ.get(name, "").strip() for name in ("DATABASE_URL", "REDIS_URL"))
    return {"serve", "servers"} if database.startswith("postgres") or redis else {"serve"}


def _enter(groups: set[str], argv: list[str]) -> None:
    """Continue in the environment that has `groups`; returns only inside it."""
    python = python_for(groups)
    if python:
        os.execv(python, [str(python), str(ROOT / "manage.py"), *argv[1:]])


def _enter_with_pages(
    groups: set[str], argv: list[str], *, modules: bool, beside_build: list[str] | None = None
) -> None:
    """Continue in that environment, with the pages built if needed; for `modules`, see `pages`.

    They are built while the environment is made, and `beside_build` runs a program of the environment
    meanwhile. If the PATH has no Node, the build waits for the environment's.
    """
    if not pages.work_to_do(modules=modules):
        _enter(groups, argv)
    elif (node := pages.node_folder()) is None or node.is_relative_to(ROOT / ".venv"):
        _enter(groups if node else groups | {"build"}, argv)
        pages.build(modules=modules)
    else:
        with ThreadPoolExecutor() as beside:
            building = beside.submit(pages.build, modules=modules)
            python = python_for(groups)
            if python and beside_build:
                run([python, *beside_build], cwd=Path.cwd(), env={**os.environ, "PYTHONPATH": str(ROOT)})
            building.result()
        _enter(groups, argv)


def _wait_longer() -> None:
    """Let a command wait longer for a connection to PostgreSQL than a page does."""
    from django.conf import settings

    if pool := settings.DATABASES["default"]["OPTIONS"].get("pool"):
        pool["timeout"] = LONGEST_WAIT_S


def _test(arguments: list[str]) -> None:
    """Run pytest on everything, or on `arguments`."""
    os.chdir(ROOT)
    bin = pages.node_folder()
    if bin is None:
        raise SetupFailed(f"The tests need Node {pages.NODE} on the PATH.")
    # The suite has its own settings; it may borrow the servers named for real use.
    variables = dict(os.environ)
    for name in VARIABLES:
        value = variables.pop(name, None)
        if value and name in ("DATABASE_URL", "REDIS_URL"):
            variables.setdefault(f"TEST_{name}", value)
    variables["SECRET_KEY"] = secrets.token_urlsafe(48)
    if shutil.which("node") != str(bin / "node"):
        variables["PATH"] = os.pathsep.join([str(bin), *os.get_exec_path()])
    os.execve(sys.executable, [sys.executable, "-m", "pytest", *for_pytest(arguments)], variables)


def for_pytest(arguments: list[str]) -> list[str]:
    """The arguments for pytest: everything, unless they name tests or options."""
    if not ABOUT_EVERYTHING.issuperset(arguments):
        return arguments
    run = A_RUN_OF_ALL if "--all" in arguments else A_RUN
    return [*run, *(argument for argument in arguments if argument != "--all")]
