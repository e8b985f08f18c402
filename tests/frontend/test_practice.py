"""Practice: a deal for anyone, at once."""

import json
import os
import re
import subprocess
import sys
from html import unescape
from io import BytesIO
from urllib.parse import parse_qs, urlsplit
from wsgiref.headers import Headers
from zipfile import ZipFile

import pytest
from django.utils import timezone

from competitions.contests.challenge import challenge
from competitions.models import Competition, Deal, Player
from config.static_files import add_headers
from frontend.games.archives import packed
from games import GAMES
from games.deck import is_seed
from games.teaching import describe

from .playing import play
from .props import props_in
from .reading import read, says

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_any_game_is_dealt_in_one_click_by_a_random_seed_with_an_address_of_its_own(stranger, game):
    seeds = set()
    for _ in range(2):
        answer = stranger.get(f"/practice/{game.slug}")
        assert answer.status_code == 302
        assert "no-store" in answer.headers["Cache-Control"]
        query = parse_qs(urlsplit(answer.headers["Location"]).query)
        assert is_seed(query["seed"][0])
        seeds.add(query["seed"][0])
        assert {option: [values[0]] for option, values in game.options.items()}.items() <= query.items()
        assert stranger.get(answer.headers["Location"]).status_code == 200
    assert len(seeds) == 2


def test_without_a_script_the_page_names_the_piles_and_the_aim(stranger):
    page = read(stranger, "/practice/wish?seed=pub")
    says(page, "<dt>pile 1</dt><dd><code>?? ?? ?? TC</code></dd>", "Fewest points win.")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_page_brings_the_opening_what_the_game_is_about_and_where_a_first_one_is_shown(stranger, game):
    rules = {option: values[-1] for option, values in game.options.items()}
    sent = stranger.get(f"/practice/{game.slug}", {"seed": "summer", **rules}).content.decode()
    assert props_in(sent, "practice-opening") == describe(game.open("summer", rules))
    page = unescape(sent)
    assert page.count(game.about_in("en").goal) == 2  # for the table, and for those without a script
    guide = re.search(r'data-guide="(.*?)"', page)[1]
    path, _, fragment = guide.partition("#")
    assert fragment == "guide"
    opening = props_in(read(stranger, path), "practice-opening")
    first = next(line.move for line in game.lesson.lines)
    assert first in opening["legal"]
    assert parse_qs(urlsplit(path).query)["seed"] == [game.lesson.seed]


def test_another_deal_has_the_same_options_and_a_friend_is_called_to_this_one(stranger):
    page = read(stranger, "/practice/pyramid?seed=summer&draw=three&from=chat")
    says(page, 'href="/practice/pyramid?draw=three"')
    assert "draw=three" in stranger.get("/practice/pyramid?draw=three&seed=").headers["Location"]
    seed = re.search(r'<input[^>]*name="seed"[^>]*>', page).group(0)
    assert "value=" not in seed
    assert '<option value="three" selected>' in page
    assert ">summer</code>" in page, "it can still be read which deal this is"
    assert re.search(r"data-copy[^>]*>http://testserver/beat/pyramid/summer\?draw=three<", page)
    assert '<form method="post" action="/beat/pyramid/summer?draw=three"' in page


@pytest.mark.parametrize(
    ("query", "field", "sentence"),
    [
        ("seed=no+spaces", "seed", "hyphens and underscores only"),
        ("seed=%C3%A9t%C3%A9", "seed", "hyphens and underscores only"),
        ("seed=" + "x" * 65, "seed", "at most 64 characters"),
        ("seed=a%00b", "seed", "Null characters"),
        ("seed=summer&draw=two", "draw", "Select a valid choice"),
        ("draw=", "draw", "This field is required"),
    ],
)
def test_an_invalid_seed_or_option_is_told_beside_its_field(stranger, query, field, sentence):
    page = read(stranger, f"/practice/pyramid?{query}", 422)
    assert sentence in re.search(rf'id="id_{field}_error".*?</ul>', page, re.S).group(0)
    says(page, lacks=["data-practice", "/beat/"])


def test_practice_makes_nothing_and_asks_the_database_nothing_of_a_stranger(
    stranger, django_assert_num_queries
):
    with django_assert_num_queries(0):
        stranger.get("/practice/wish?seed=summer")
    assert (Competition.objects.count(), Deal.objects.count(), Player.objects.count()) == (0, 0, 0)


def test_a_known_player_is_asked_for_no_name(mine, stranger):
    assert 'name="name"' in read(stranger, "/practice/wish?seed=summer")
    assert 'name="name"' not in read(mine, "/practice/wish?seed=summer")


def test_every_game_is_one_click_away(stranger):
    for slug in GAMES:
        says(read(stranger, "/games"), f'action="/play/{slug}"', f'href="/games/{slug}"')
        says(read(stranger, f"/games/{slug}"), f'action="/play/{slug}"', f'href="/practice/{slug}"')


def test_the_rules_that_a_page_can_bring_answer_a_log_as_the_server_does(stranger, tmp_path):
    brought = stranger.get("/games.zip")
    assert (brought.status_code, brought.headers["Content-Type"]) == (200, "application/zip")
    ZipFile(BytesIO(brought.content)).extractall(tmp_path)
    log = {"game": "wish", "seed": "train", "moves": ["pair 1 2"], "help": True, "hint": True}
    (tmp_path / "asking.py").write_text(
        "import json, sys\nfrom games.answer import answer\nprint(json.dumps(answer(json.load(sys.stdin))))\n"
    )
    said = subprocess.run(
        [sys.executable, "asking.py"],
        input=json.dumps(log),
        capture_output=True,
        check=True,
        text=True,
        cwd=tmp_path,
        env={},
    )
    answer = stranger.post("/api/v1/replays", log, content_type="application/json")
    assert json.loads(said.stdout) == answer.json()


def test_the_rules_can_be_brought_from_files_without_a_date(stranger, tmp_path, monkeypatch):
    """They are dated 1970, as where every build must come out the same."""
    (room := tmp_path / "games").mkdir()
    (room / "__init__.py").write_text("")
    os.utime(room / "__init__.py", (0, 0))
    monkeypatch.setattr("games.__file__", str(room / "__init__.py"))
    packed.cache_clear()
    brought = stranger.get("/games.zip")
    packed.cache_clear()
    assert ZipFile(BytesIO(brought.content)).namelist() == ["games/__init__.py"]


def test_the_worker_alone_may_compile():
    headers = Headers()
    add_headers(headers, "", "/static/frontend/assets/worker-Di-Z1Dl_.js")
    assert "'wasm-unsafe-eval'" in headers["Content-Security-Policy"]
    add_headers(other := Headers(), "", "/static/frontend/assets/practice-Di-Z1Dl_.js")
    assert "Content-Security-Policy" not in other


def test_its_ending_is_judged_beside_the_bot_and_then_beside_others(stranger, player):
    def told(*moves):
        sent = {"moves": json.dumps(moves)}
        return unescape(stranger.post("/practice/wish/ending?seed=axe", sent).content.decode())

    says(told(), 'data-judged="32 cards left: there was more in it."', "Our bot usually does better.")
    made, _ = challenge(game=GAMES["wish"], rules={}, seed="axe", player=player("Ada"), now=timezone.now())
    play(made, made.organiser, [])
    [first, *_] = [move.text for move in GAMES["wish"].deal("axe", {}).legal()]
    says(told(first), 'data-judged="30 cards left: there was more in it."', "You beat the other player.")


@pytest.mark.parametrize(
    "moves", ["", "{", "[1]", '["pair 1 1"]', "[" * 9999, json.dumps(["pair 1 2"] * 301)]
)
def test_moves_that_do_not_stand_have_no_ending(stranger, moves):
    assert stranger.post("/practice/wish/ending?seed=axe", {"moves": moves}).status_code == 400
    assert stranger.post("/practice/wish/ending", {"moves": "[]"}).status_code == 404
