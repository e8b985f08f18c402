"""The guides: whatever code they show runs as it stands there."""

import html
import os
import re
import runpy
import shutil
import subprocess
import sys
import time
import urllib.request
from io import BytesIO
from pathlib import Path
from secrets import token_hex
from typing import get_args
from urllib.error import HTTPError, URLError

import pytest

from competitions.realtime.allowances import LONGEST_MESSAGE, MESSAGES, SOCKETS
from config.server import limits
from config.setup.pages import node_folder
from frontend.guides.guide import FOLDER, FOR_PEOPLE, GUIDES, PICTURES, SITE
from games.replay import Code
from tests.clients.contests import moves_scoring, sealed
from tests.clients.rest import Client, over_http
from tests.environments import PIP_COMPILES_NOTHING, make_environment
from tests.servers.running import PATIENCE_S, running, wait_for

from .cutting import cut
from .saving import saved

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def site(two_on_sqlite):
    return two_on_sqlite


@pytest.fixture
def organiser(site):
    return Client(over_http(site.url)).guest(f"Organiser {token_hex(4)}")


def done(tmp_path, *command):
    return subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )


def node(*words):
    return [shutil.which("node", path=node_folder()), "--experimental-websocket", *words]  # for Node 20


def output_of(tmp_path, *command):
    ended = done(tmp_path, *command)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.django_db
def test_each_file_is_shown_and_names_this_site(stranger):
    shown = [stranger.get(f"/guides/{slug}").content.decode() for slug in GUIDES]
    blocks = [
        html.unescape(block)
        for page in shown
        for block in re.findall(r"<pre[^>]*><code>(.*?)</code>", page, re.S)
    ]
    files = [file.read_text().rstrip().replace(SITE, "http://testserver") for file in FOLDER.iterdir()]
    assert sorted(blocks) == sorted(files)


@pytest.mark.extra
@pytest.mark.django_db
def test_each_guide_leads_only_to_what_is_there(stranger):
    index = stranger.get("/guides").content.decode()
    assert re.findall(r'href="/guides/([\w-]+)"', index) == list(GUIDES)
    assert [f"/guides/{guide.slug}" in index.split('id="programs"')[0] for guide in GUIDES.values()] == [
        guide in FOR_PEOPLE for guide in GUIDES.values()
    ]
    assert stranger.get("/guides/none").status_code == 404
    for slug in GUIDES:
        page = stranger.get(f"/guides/{slug}").content.decode()
        _, article = page.split("<main", 1)
        for path in set(re.findall(r'href="(/[^"#]*)"', article.split("</main>")[0])):
            assert stranger.get(path).status_code == 200, path


@pytest.mark.django_db
def test_each_picture_is_small_shown_and_told_in_words(stranger, settings):
    shown = {}
    for guide in FOR_PEOPLE:
        page = stranger.get(f"/guides/{guide.slug}").content.decode()
        shown |= dict(re.findall(r'<img src="/guides/([\w-]+)\.webp"[^>]* alt="([^"]+)"', page))
        assert page.count("<img") == page.count(".webp"), guide.slug
    assert {file.stem for file in PICTURES.glob("*.webp")} == set(shown)
    assert all(words.endswith(".") for words in shown.values())
    for file in PICTURES.rglob("*.webp"):
        answer = stranger.get(f"/guides/{file.relative_to(PICTURES)}")
        assert answer.headers["Content-Type"] == "image/webp"
        assert len(b"".join(answer.streaming_content)) <= 40_000, file.name
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("fr", "Français")]
    for language, folder in (("de", "/de"), ("en", ""), ("fr", "")):
        page = stranger.get("/guides/family", headers={"Accept-Language": language}).content.decode()
        assert re.findall(r'"/guides(.*?)/table\.webp"', page) == [folder]


@pytest.mark.django_db
def test_the_guide_to_sockets_names_the_limits_that_hold(stranger):
    page = stranger.get("/guides/sockets").content.decode()
    for sentence in (
        f"A message has at most {LONGEST_MESSAGE:,} characters.",
        f"{MESSAGES.a_second} messages a second, with bursts of {MESSAGES.at_once}.",
        f"A player may have {SOCKETS} open sockets for playing",
        f"One network may have {limits.SOCKETS_OF_A_NETWORK} open sockets and streams",
    ):
        assert sentence in page


@pytest.mark.extra
def test_the_bot_in_python_plays_every_open_round(site, organiser, tmp_path):
    later = {"game": "wish", "opens_at": "2999-01-01T00:00:00Z"}
    games = ["wish", "pyramid"]
    event = organiser.create(
        play="sealed", ranking="points", rounds=[{"game": game} for game in games] + [later]
    )
    saved(tmp_path, site.url, "bot.py")
    name = f"Robby {token_hex(4)}"
    said = output_of(tmp_path, sys.executable, "bot.py", event["id"], name).splitlines()
    [row] = organiser.standings(event)["results"]
    assert (row["player"]["name"], row["player"]["bot"]) == (name, True)
    assert said == [
        f"Round {number}, {game}: {cell['score']}"
        for number, (game, cell) in enumerate(zip(games, row["rounds"], strict=False), start=1)
    ]


def test_the_bot_in_python_takes_a_whole_address_and_says_why_it_is_refused(site, organiser, tmp_path):
    event = organiser.create(bots=False)
    saved(tmp_path, site.url, "bot.py")

    def said(contest, name):
        ended = done(tmp_path, sys.executable, "bot.py", contest, name)
        assert ended.returncode == 1
        return ended.stderr.strip()

    name = f"Robby {token_hex(4)}"
    assert said(f"{site.url}/c/{event['id']}", name) == "forbidden: Declared bots may not join here."
    assert said("none", name) == "not_found: There is nothing here that you may see."
    assert said(event["id"], "").startswith("invalid: The request is at fault; see errors. {'name': [")


@pytest.mark.extra
def test_the_reader_of_a_stream_says_who_leads(site, organiser, tmp_path):
    event = organiser.create()
    organiser.join(event)
    saved(tmp_path, site.url, "stream.py")
    log = tmp_path / "log"
    with running([sys.executable, "stream.py", f"{site.url}/c/{event['id']}"], log, cwd=tmp_path) as process:
        assert organiser.submit(event, moves_scoring(20)).status == 201
        wait_for(process, lambda: "leads" in log.read_text(), log)
        assert organiser.act(event, "cancel").status == 200
        process.wait(PATIENCE_S)
    assert log.read_text().splitlines() == [
        f"{organiser.player['name']} leads with 20.",
        "The contest is cancelled.",
    ]


def test_the_reader_of_a_stream_comes_again_while_the_site_starts_anew(tmp_path, monkeypatch, capsys):
    saved(tmp_path, "https://a.site", "stream.py")
    answers = [HTTPError("", code, "", {}, None) for code in (429, 502, 503, 504)]
    answers += [URLError("lost"), BytesIO(b'data: {"type": "state", "state": "final"}\n')]
    waits = []

    def answer(request, timeout):
        if isinstance(next_one := answers.pop(0), Exception):
            raise next_one
        return next_one

    monkeypatch.setattr(sys, "argv", ["stream.py", "a-contest"])
    monkeypatch.setattr(urllib.request, "urlopen", answer)
    monkeypatch.setattr(time, "sleep", waits.append)
    with pytest.raises(SystemExit):
        runpy.run_path(str(tmp_path / "stream.py"))
    assert capsys.readouterr().out == "The contest is final.\n"
    assert (len(waits), answers) == (5, [])
    answers.append(HTTPError("", 404, "", {}, BytesIO(b'{"code": "not_found", "detail": "Nothing here."}')))
    with pytest.raises(SystemExit, match=r"^not_found: Nothing here\.$"):
        runpy.run_path(str(tmp_path / "stream.py"))


@pytest.mark.extra
def test_the_client_for_sealed_play_loses_nothing_when_answers_get_lost(site, organiser, tmp_path):
    """The connection is cut before an answer arrives; its move is stored all the same."""
    event = organiser.create(**sealed("three-by-three"))
    organiser.join(event)
    attempt = organiser.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body
    with cut(site.url) as way:
        saved(tmp_path, way.url, "sealed.mjs", "sealed_example.mjs")
        said = output_of(tmp_path, *node("sealed_example.mjs", organiser.token, attempt["id"]))
        assert way.cuts
    ended = organiser.get(f"/attempts/{attempt['id']}").body
    assert ended["state"] == "finished"
    assert ended["finished"]
    assert said == f"The game ended after {len(ended['moves'])} moves with a score of {ended['score']}.\n"


def refused_game(tmp_path, url, *given, script="sealed_example.mjs"):
    """What the client for sealed play says at its end, when it is not let in (any more)."""
    saved(tmp_path, url, "sealed.mjs", "sealed_example.mjs")
    ended = done(tmp_path, *node(script, *given))
    assert ended.returncode == 1
    return ended.stderr


@pytest.mark.parametrize(
    ("scopes", "why"),
    [
        (None, "401: This token is not known, or was revoked."),
        (["play"], "4404: You have no such attempt."),
        (["read"], "4403: This token may not play."),
    ],
)
@pytest.mark.extra
def test_the_client_for_sealed_play_ends_where_it_may_not_play(site, organiser, tmp_path, scopes, why):
    bot = organiser.post("/tokens", {"name": "A bot", "scopes": scopes}).body if scopes else {"token": "x"}
    assert why in refused_game(tmp_path, site.url, bot["token"], "2" * 16)


def test_the_client_for_sealed_play_says_that_it_needs_a_websocket(tmp_path):
    saved(tmp_path, "http://127.0.0.1:9", "sealed.mjs", "sealed_example.mjs")
    command = [node()[0], "--no-experimental-websocket", "sealed_example.mjs", "x", "2" * 16]
    ended = done(tmp_path, *command)
    assert ended.returncode == 1
    assert "There is no WebSocket here: a browser has it, and Node 22 or newer." in ended.stderr


CHOOSES = """
import { Game } from './sealed.mjs';

const [site, token, attempt, move] = process.argv.slice(2);
await new Game(site, token, attempt, () => move).run();
"""


@pytest.mark.parametrize(
    ("move", "why"), [("nonsense", "bad_move: "), ("", "bad_move: "), (None, "invalid: ")]
)
@pytest.mark.extra
def test_the_client_for_sealed_play_ends_where_what_it_chooses_is_no_move(
    site, organiser, tmp_path, move, why
):
    event = organiser.create(**sealed("three-by-three"))
    organiser.join(event)
    attempt = organiser.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body["id"]
    (tmp_path / "chooses.mjs").write_text(CHOOSES)
    given = [each for each in (site.url, organiser.token, attempt, move) if each is not None]
    assert why in refused_game(tmp_path, site.url, *given, script="chooses.mjs")
    assert organiser.get(f"/attempts/{attempt}").body["moves"] == []


REVOKES = """
import { execFileSync } from 'node:child_process';
import { Game } from './sealed.mjs';

const [site, token, attempt, path, owner] = process.argv.slice(2);
const how = JSON.stringify({ method: 'DELETE', headers: { Authorization: `Bearer ${owner}` } });
const revoke = `fetch('${site}/api/v1/tokens/${path}', ${how})`;
const choose = ({ ply, legal }) => {
  if (ply === 1) execFileSync(process.execPath, ['-e', revoke]);
  return legal[0];
};
await new Game(site, token, attempt, choose).run();
"""


@pytest.mark.extra
def test_the_client_for_sealed_play_ends_when_its_token_is_revoked(site, organiser, tmp_path):
    event = organiser.create(**sealed("three-by-three"))
    organiser.join(event)
    attempt = organiser.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body["id"]
    bot = organiser.post("/tokens", {"name": "A bot", "scopes": ["play"]}).body
    (tmp_path / "revokes.mjs").write_text(REVOKES)
    given = (site.url, bot["token"], attempt, bot["id"], organiser.token)
    said = refused_game(tmp_path, site.url, *given, script="revokes.mjs")
    assert "401: This token is not known, or was revoked." in said
    assert len(organiser.get(f"/attempts/{attempt}").body["moves"]) == 1


HERE = os.pathsep.join([str(ROOT / "client" / "src"), str(ROOT)])
"""Where Python finds the client as it stands in this tree."""


@pytest.mark.extra
def test_the_player_that_uses_the_library_plays_every_open_round(site, organiser, tmp_path, monkeypatch):
    event = organiser.create(play="sealed", ranking="points", rounds=[{"game": "wish"}, {"game": "pyramid"}])
    saved(tmp_path, site.url, "player.py")
    monkeypatch.setenv("PYTHONPATH", HERE)
    said = output_of(tmp_path, sys.executable, "player.py", event["id"], f"Robby {token_hex(4)}")
    [row] = organiser.standings(event)["results"]
    assert row["player"]["bot"]
    assert re.fullmatch(
        rf"Round 1, wish: .+; score {row['rounds'][0]['score']}\n"
        rf"Round 2, pyramid: .+; score {row['rounds'][1]['score']}\n",
        said,
    )


@pytest.mark.extra
def test_the_evening_that_uses_the_library_ends_when_all_have_played(site, tmp_path, monkeypatch):
    saved(tmp_path, site.url, "evening.py")
    monkeypatch.setenv("PYTHONPATH", HERE)
    command = [sys.executable, "evening.py", "2"]
    with running(command, tmp_path / "log", cwd=tmp_path) as process:
        wait_for(process, lambda: "Play at" in (tmp_path / "log").read_text(), tmp_path / "log")
        contest = (tmp_path / "log").read_text().split("/c/")[1].split()[0]
        for name in ("Ann", "Ben"):
            player = Client(over_http(site.url)).guest(f"{name} {token_hex(4)}")
            player.post(f"/competitions/{contest}/entries", {})
            attempt = player.post(f"/competitions/{contest}/rounds/1/attempts", {}).body
            player.post(f"/attempts/{attempt['id']}/finish", {})
        assert process.wait(PATIENCE_S) == 0
    said = (tmp_path / "log").read_text().splitlines()
    assert [line.split()[0] for line in said[-4:-2]] == ["1", "1"]
    assert sorted(line.split()[0] for line in said[-2:]) == ["Ann", "Ben"]
    assert player.get(f"/competitions/{contest}").body["state"] == "final"


@pytest.fixture
def environment(tmp_path, monkeypatch):
    """A new environment, whose programs are found first."""
    monkeypatch.setenv("PATH", str(make_environment(tmp_path / "venv")), prepend=os.pathsep)
    for name, value in PIP_COMPILES_NOTHING.items():
        monkeypatch.setenv(name, value)


@pytest.mark.extra
@pytest.mark.usefixtures("environment")
def test_the_library_is_installed_from_the_site(site, organiser, tmp_path):
    saved(tmp_path, site.url, "install.sh", "player.py")
    output_of(tmp_path, "sh", "-e", "install.sh")
    event = organiser.create(play="open", rounds=[{"game": "wish"}])
    said = output_of(tmp_path, "python", "player.py", event["id"], f"Robby {token_hex(4)}")
    assert said.startswith("Round 1, wish: ")
    assert "create(self, /, name: 'str'" in output_of(tmp_path, "python", "-m", "pydoc", "evendeal.Client")


@pytest.mark.extra
@pytest.mark.usefixtures("environment")
def test_a_client_that_is_generated_in_python_plays_an_open_contest(site, tmp_path):
    saved(tmp_path, site.url, "generate_python.sh", "generated.py")
    output_of(tmp_path, "sh", "-e", "generate_python.sh")
    said = output_of(tmp_path, "python", "generated.py", f"Ada {token_hex(4)}")
    assert re.fullmatch(r"\S+/c/\w+ \d+\n", said)


@pytest.mark.extra
def test_a_client_that_is_generated_in_typescript_plays_an_open_contest(site, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(node_folder()), prepend=os.pathsep)
    saved(tmp_path, site.url, "generate_typescript.sh", "generated.ts")
    said = output_of(tmp_path, "sh", "-e", "generate_typescript.sh")
    assert re.search(r"^\S+/c/\w+ \d+$", said, re.MULTILINE)
    options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--skipLibCheck"]
    output_of(tmp_path, "npx", "tsc", *options, "generated.ts")


@pytest.mark.extra
def test_an_engine_is_proved_with_what_the_site_hands_out(site, tmp_path):
    """The engine is our own, in another process, behind a program in another language."""
    for name in ("rules.sh", "conform.sh"):
        saved(tmp_path, site.url, name)
    written = output_of(tmp_path, "sh", "-e", "rules.sh").split()
    assert {Path(file).name for file in written} >= {"RULES.md", "wish.ndjson", "decks.ndjson"}
    assert "## 2. Command line" in (tmp_path / "kit" / "RULES.md").read_text()
    (tmp_path / "engine.js").write_text(
        "const { spawnSync } = require('child_process');\n"
        "const words = ['-m', 'games', ...process.argv.slice(2)];\n"
        "process.exit(spawnSync('python3', words, { stdio: 'inherit' }).status);\n"
    )
    agreed = output_of(tmp_path, "sh", "-e", "conform.sh").partition("It agrees: ")[2]
    assert "100 fresh deals of wish" in agreed
    assert all(f"{code} " in agreed for code in ("ok", *get_args(Code)))
