"""The TypeScript islands: their types, their own tests, and how much of them travels."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

FRONTEND = Path(__file__).parents[2] / "frontend"
BUILT = FRONTEND / "static" / "frontend"


def npm_run(script: str) -> None:
    """A script of package.json, with the Node of this environment if it has one, else that of the PATH."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    npm = shutil.which("npm", path=path)
    if npm is None or not (FRONTEND / "node_modules").is_dir():
        pytest.fail("Node or frontend/node_modules is missing: `python3 manage.py test` installs them")
    command = [npm, "run", "--silent", script]
    env = {**os.environ, "PATH": path}
    done = subprocess.run(command, cwd=FRONTEND, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.extra
def test_the_types_hold():
    npm_run("check")


@pytest.mark.long
def test_the_islands_pass_their_own_tests():
    npm_run("test")


def scripts_of(entry):
    """The files of script that an entry loads."""
    manifest = json.loads((BUILT / "manifest.json").read_text())
    files, waiting = set(), [entry]
    while waiting:
        part = manifest[waiting.pop()]
        files.add(part["file"])
        waiting += part.get("imports", [])
    return files


@pytest.mark.parametrize(
    ("entry", "beside", "limit"),
    [
        ("src/site.ts", None, 3),
        ("src/home.ts", None, 4),
        ("src/competition.ts", None, 32),
        ("src/docs.ts", None, 1),
        ("src/play.ts", None, 56),
        ("src/practice.ts", None, 55),
        ("src/room.ts", None, 32),
        ("src/replay.ts", None, 50),
        ("src/verify.ts", None, 50),
        ("src/bell.ts", "src/site.ts", 2),
        ("src/ended.ts", "src/site.ts", 3),
        ("src/passkeys.ts", "src/site.ts", 2),
        ("src/translation.ts", "src/site.ts", 1),
        ("src/receipts.ts", "src/verify.ts", 4),
        ("src/without_sockets.ts", "src/bell.ts", 2),
    ],
)
def test_little_script_travels(entry, beside, limit):
    """Compressed kilobytes of script that a page loads; of an entry beside another, those that it adds."""
    files = scripts_of(entry) - (scripts_of(beside) if beside else set())
    size = sum(len(gzip.compress((BUILT / file).read_bytes())) for file in files)
    assert size < limit * 1024


@pytest.mark.parametrize("entry", ["src/site.ts", "src/competition.ts", "src/play.ts", "src/practice.ts"])
def test_no_script_of_a_page_waits_for_another(entry):
    """A page preloads what the manifest says its entry imports: that is everything, and each file once."""
    manifest = json.loads((BUILT / "manifest.json").read_text())
    imports = manifest[entry]["imports"]
    further = {file for each in imports for file in manifest[each].get("imports", [])}
    assert len(imports) == len(set(imports))
    assert further <= set(imports)


@pytest.mark.django_db
def test_one_font_is_sent_and_kept_for_good(stranger):
    manifest = json.loads((BUILT / "manifest.json").read_text())
    fonts = {part["file"] for part in manifest.values() if part["file"].endswith(".woff2")}
    assert len(fonts) == 1
    [font] = fonts
    assert (BUILT / font).stat().st_size <= 20 * 1024
    assert re.match(settings.WHITENOISE_IMMUTABLE_FILE_TEST, f"/static/frontend/{font}")
    page = stranger.get("/games").content.decode()
    assert f'<link rel="preload" href="/static/frontend/{font}" as="font"' in page


def test_every_block_of_a_style_sheet_is_closed():
    """The build closes an open one silently, around everything that comes after it."""
    sheets = {sheet.name: sheet.read_text() for sheet in (FRONTEND / "src" / "style").glob("*.css")}
    assert sheets
    assert [name for name, text in sheets.items() if text.count("{") != text.count("}")] == []
