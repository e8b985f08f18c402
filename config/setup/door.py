"""Runs a `manage.py` command in the environment that the command needs."""

import os
import secrets
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from config import serving
from config.catalogues import compile_catalogues
from config.site.whole_site import run_site, site_options
from config.variables import VARIABLES

from . import pages
from .requirements import GROUPS, ROOT, renew_locks
from .saying import SetupFailed, run, say
from .venv import python_for

SETTINGS = "config.settings"

USAGE = """\
python3 manage.py serve   serve Evendeal on this machine (--help: its options, among them --demo)
python3 manage.py test    run the tests (--all: those too that take long; --faults: instead, kill and starve
                          real parts under load; --where-time-goes: tell which files took how long; whatever
                          else follows goes to pytest)
python3 manage.py build   make the environment and the pages, for a machine or an image that serves later,
                          and compile the solvers
python3 manage.py site    run PostgreSQL, Redis, web processes, a worker and a proxy, to try the real thing
                          (--processes, --port)
python3 manage.py worker  do work in the background beside `serve`, on PostgreSQL
python3 manage.py compile_solvers
                          compile the solvers, where there is a C compiler, so that analyses take less time
python3 manage.py audit   ask what vulnerabilities the pinned packages have, and list their licences
python3 manage.py lock    pin the packages that pyproject.toml asks for (what follows goes to uv)

Each makes the environment that it needs. So do Django's commands, as python3 manage.py COMMAND:
check, migrate, makemigrations, shell and more; `python3 manage.py help --commands` lists them.
"""

LONGEST_WAIT_S = 30
"""How many seconds a command waits for a connection to PostgreSQL, which may be busy or still starting."""

SPREAD = ["--dist=loadgroup", "--no-loadscope-reorder"]
WITHOUT_EXTRAS = ["-m", "not extra and not faults"]
A_RUN = [*SPREAD, "--numprocesses=3", *WITHOUT_EXTRAS]
"""The options for a usual run of the tests. There are more workers than the two processors that we expect,
because many tests wait for a clock or a browser. There are only three, because each worker collects all
tests, and all workers share the processors' caches."""
A_RUN_OF_ALL = [*SPREAD, "--numprocesses=4", "-m", "not faults"]
"""The options for a run of all tests. There is one worker more than in a usual run, because tests marked
`extra` wait longer."""
A_RUN_OF_FAULTS = [*SPREAD, "--numprocesses=2", "-m", "faults"]
"""The options for a run of the tests marked `faults`. One worker tests the sites, one after the other,
because each of them loads the whole machine, and some of these tests measure time. The other worker tests the
simulated days, which use the time of the processors that the sites leave."""
ABOUT_EVERYTHING = {"--all", "--faults", "--where-time-goes"}
"""If `test` has no arguments but these, pytest also gets the options of `A_RUN`, `A_RUN_OF_ALL` or
`A_RUN_OF_FAULTS`. With any other argument, pytest gets all arguments as they are."""


def main(argv: list[str]) -> None:
    """Run the command in `argv`, in an environment that has what it needs."""
    if argv[1:] in ([], ["help"], ["--help"], ["-h"]):
        print(USAGE, end="")
        return
    command, arguments = argv[1], argv[2:]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    # Without this, every child process would compile all modules again, because bytecode would not be stored.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        if command == "serve":
            asked = serving.parse(arguments)
            _enter_with_pages(_to_serve(), argv, modules=False, beside_build=["-m", "config.preparing"])
            serving.serve(asked)
        elif command == "build":
            _enter_with_pages({"serve", "servers"} | _to_compile() | _to_serve(), argv, modules=False)
            _compile_solvers()
        elif command == "compile_solvers":
            _enter(_to_compile() | _to_serve(), argv)
            _compile_solvers()
        elif command == "site":
            parts = site_options(arguments)
            _enter_with_pages({"serve", "servers", "site"} | _to_serve(), argv, modules=False)
            run_site(parts)
        elif command == "test":
            _enter_with_pages({"serve", "servers", "traces", "site", "test", "compiler"}, argv, modules=True)
            _test(arguments)
        elif command == "audit":
            _enter_with_pages(set(GROUPS), argv, modules=False)
            from ..audit.packages import audit

            raise SystemExit(audit())
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
    """The dependency groups that serving needs. Those for PostgreSQL and Redis, and for traces, are needed
    only if a variable names a server."""
    names = "DATABASE_URL", "REDIS_URL", "OTEL_EXPORTER_OTLP_ENDPOINT"
    database, redis, traces = (os.environ.get(name, "").strip() for name in names)
    servers = {"servers"} if database.startswith("postgres") or redis else set()
    return {"serve"} | servers | ({"traces"} if traces else set())


def _to_compile() -> set[str]:
    """The dependency group that compiling the solvers needs; none if this machine cannot compile them."""
    from solvers.compile_solvers import missing_to_compile

    return set() if missing_to_compile() else {"compiler"}


def _enter(groups: set[str], argv: list[str]) -> None:
    """Start this command again in the environment that has `groups`. If this process runs in that environment
    already, only compile the translations and return."""
    python = python_for(groups)
    if python:
        os.execv(python, [str(python), str(ROOT / "manage.py"), *argv[1:]])
    compile_catalogues()


def _enter_with_pages(
    groups: set[str], argv: list[str], *, modules: bool, beside_build: list[str] | None = None
) -> None:
    """Build the pages if needed, and start this command again in the environment that has `groups`. With
    `modules`, `node_modules` gets the tools for tests, too.

    While the pages are built, the environment is made, and then its Python runs `beside_build`, unless this
    process already runs in that environment. If the build needs the environment's Node, the environment is
    made before the build, and `beside_build` does not run.
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


def _compile_solvers() -> None:
    """Compile the solvers, or say why they run from their sources."""
    from solvers.compile_solvers import compile_solvers

    say("Compiling the solvers, which takes a minute…")
    say(compile_solvers())


def _wait_longer() -> None:
    """Let this command wait longer for a connection to PostgreSQL than a page would."""
    from django.conf import settings

    if pool := settings.DATABASES["default"]["OPTIONS"].get("pool"):
        pool["timeout"] = LONGEST_WAIT_S


def _test(arguments: list[str]) -> None:
    """Run pytest on everything, or on `arguments`."""
    os.chdir(ROOT)
    bin = pages.node_folder()
    if bin is None:
        raise SetupFailed(f"The tests need Node {pages.NODE} on the PATH.")
    # The suite has its own settings, so the variables of a real installation are removed. Only the servers
    # that they name are borrowed, as `TEST_DATABASE_URL` and `TEST_REDIS_URL`.
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
    """The arguments for pytest. If `arguments` name neither tests nor options of pytest, return the arguments
    of the usual run, or of the run that `--all` or `--faults` asks for."""
    if not ABOUT_EVERYTHING.issuperset(arguments):
        return arguments
    run = A_RUN_OF_FAULTS if "--faults" in arguments else A_RUN_OF_ALL if "--all" in arguments else A_RUN
    return [*run, *(argument for argument in arguments if argument not in ("--all", "--faults"))]
