"""What a client of the REST API meets first: who it is, and the games."""

from django.utils.translation import override

from games import GAMES
from games.lessons import guide, lesson_pictures
from tests.clients.rest import Client


def test_a_guest_is_who_the_token_says(owner):
    me = owner.get("/me").body
    assert me == owner.player | {
        "profile": "public",
        "language": None,
        "preferences": me["preferences"],
    }
    assert set(owner.player) == {"id", "name", "bot", "account"}


def test_a_bot_says_so(anyone):
    made = anyone.post("/guests", {"name": "Deep Thought", "bot": True})
    assert made.body["player"]["bot"] is True
    assert Client(anyone.send, made.body["token"]).get("/me").body["bot"] is True


def test_games_are_listed_as_a_page_with_what_a_client_needs(anyone):
    page = anyone.get("/games").body
    assert (page["next"], page["previous"]) == (None, None)
    worst = {"wish": 32, "winabit": -24, "well": 48, "pyramid": 28, "three-by-three": 30}
    assert [(game["slug"], game["worst_score"]) for game in page["results"]] == [*worst.items()]
    needed = "slug name options score_order worst_score move_limit rules_text source goal pile_names"
    for game in page["results"]:
        assert set(needed.split()) <= set(game)
        assert anyone.get(f"/games/{game['slug']}").body == game


def test_a_reader_of_german_reads_of_the_games_in_german_under_the_names_of_the_site(anyone, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    well, about = GAMES["well"], GAMES["well"].about_in("de")
    with override("de"):
        told = anyone.request("GET", "/games/well", Accept_Language="de").body
        lessons = anyone.request("GET", "/games/well/lessons", Accept_Language="de").body
        replay = anyone.post("/replays", {"game": "well"}, Accept_Language="de").body
    assert (told["name"], told["pile_names"]["well"]) == ("Well", "Brunnen")
    said = (told["goal"], told["rules_text"], told["source"])
    assert said == (about.goal, about.rules_text, about.source)
    assert lessons == {"sheet": lesson_pictures(well, "de"), "guide": guide(well, "de")}
    assert replay["error"] == "ein Zugprotokoll hat einen Text: seed"


def test_every_game_brings_its_rules_in_pictures_and_a_first_deal(anyone):
    for slug, game in GAMES.items():
        said = anyone.get(f"/games/{slug}/lessons")
        assert said.body == {"sheet": lesson_pictures(game), "guide": guide(game)}
        assert said.headers["cache-control"] == "public, max-age=300"


def test_an_unknown_game_is_not_found(anyone):
    for path in ("/games/golf", "/games/golf/lessons"):
        assert anyone.get(path).outcome == (404, "not_found")
