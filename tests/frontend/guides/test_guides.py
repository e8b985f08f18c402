"""The guides: whatever code they show runs as it stands there."""

import html
import re
import shutil
import subprocess
import sys
from secrets import token_hex

import pytest

from config.setup.pages import node_folder
from frontend.guiding import FOLDER, GUIDES, SITE
from tests.clients.contests import sealed
from tests.clients.rest import Client, over_http
from tests.servers.running import PATIENCE_S

from .cutting import cut


@pytest.fixture
def site(two_on_sqlite):
    return two_on_sqlite


@pytest.fixture
def organiser(site):
    return Client(over_http(site.url)).guest(f"Organiser {token_hex(4)}")


def saved(tmp_path, url, *names):
    """The code as a reader saves it; it speaks to the server at `url`."""
    for name in names:
        (tmp_path / name).write_text((FOLDER / name).read_text().replace(SITE, url))


def output_of(tmp_path, *command):
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


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


@pytest.mark.django_db
def test_each_guide_leads_only_to_what_is_there(stranger):
    index = stranger.get("/guides").content.decode()
    assert re.findall(r'href="/guides/([\w-]+)"', index) == list(GUIDES)
    assert stranger.get("/guides/none").status_code == 404
    for slug in GUIDES:
        page = stranger.get(f"/guides/{slug}").content.decode()
        _, article = page.split("<main", 1)
        for path in set(re.findall(r'href="(/[^"#]*)"', article.split("</main>")[0])):
            assert stranger.get(path).status_code == 200, path


def test_the_bot_in_python_plays_every_open_round(site, organiser, tmp_path):
    later = {"game": "wish", "opens_at": "2999-01-01T00:00:00Z"}
    games = ["wish", "winabit", "pyramid", "three-by-three"]
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


def test_the_client_for_sealed_play_loses_nothing_when_answers_get_lost(site, organiser, tmp_path):
    """The connection is cut before an answer arrives; its move is stored all the same."""
    event = organiser.create(**sealed("three-by-three"))
    organiser.join(event)
    attempt = organiser.post(f"/competitions/{event['id']}/rounds/1/attempts", {}).body
    node = shutil.which("node", path=node_folder())
    with cut(site.url) as way:
        saved(tmp_path, way.url, "sealed.mjs", "sealed_example.mjs")
        command = [node, "--experimental-websocket", "sealed_example.mjs"]  # Node 20 needs to be told
        said = output_of(tmp_path, *command, organiser.token, attempt["id"])
        assert way.cuts > 2
    ended = organiser.get(f"/attempts/{attempt['id']}").body
    assert ended["state"] == "finished"
    assert ended["finished"]
    assert said == f"The game ended after {len(ended['moves'])} moves with a score of {ended['score']}.\n"
