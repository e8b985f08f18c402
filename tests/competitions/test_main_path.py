"""The whole path once, as a client of the REST API walks it."""

from games import GAMES
from games.lessons import guide, lesson_pictures
from tests.clients.contests import moves_scoring
from tests.clients.rest import Client


def test_three_guests_play_the_same_deal_and_stand_in_the_right_order(owner, crowd):
    event = owner.create(name="Friday Three By Three")
    ann, bea, cyd = crowd(["Ann", "Bea", "Cyd"])
    for player in (ann, bea, cyd):
        joined = player.join(event)
        assert joined.status == 201
        assert joined.body["player"] == player.player
        assert joined.body["competition"] == event["id"]

    broken = ann.submit(event, ["turn e", "turn e"])
    assert broken.status == 201
    assert broken.body["verdict"] == "rejected"
    assert (broken.body["code"], broken.body["ply"]) == ("illegal_move", 1)

    scores = {ann: 25, bea: 14, cyd: 20}
    for player, score in scores.items():
        sent = player.submit(event, moves_scoring(score))
        assert sent.status == 201
        assert sent.body["verdict"] == "accepted"
        assert sent.body["score"] == score

    sheet = owner.standings(event)
    assert [(row["rank"], row["tied"], row["player"]["name"], row["total"]) for row in sheet["results"]] == [
        (1, False, "Bea", 14),
        (2, False, "Cyd", 20),
        (3, False, "Ann", 25),
    ]
    assert (sheet["total"], sheet["next"], sheet["previous"]) == (3, None, None)


def test_two_guests_play_a_sealed_deal_that_only_the_server_knows(owner, crowd, clock):
    event = owner.create(name="Sealed Friday", play=..., rounds=[{"game": "three-by-three"}])
    attempts = []
    for player in crowd(["Ann", "Bea"]):
        player.join(event)
        begun = player.post(f"/competitions/{event['id']}/rounds/1/attempts", {})
        assert begun.status == 201
        assert "seed" not in begun.body
        attempts.append((player, begun.body))
    (ann, hers), (bea, other) = attempts
    assert hers["view"] == other["view"], "the same deal for both"

    view = hers["view"]
    while view["legal"] and view["ply"] < 5:
        sent = ann.post(f"/attempts/{hers['id']}/moves", {"ply": view["ply"], "moves": view["legal"][:1]})
        assert sent.status == 200
        view = sent.body["view"]
    assert ann.get(f"/attempts/{hers['id']}").body["view"] == view
    assert "view" not in bea.get(f"/attempts/{hers['id']}").body

    ended = ann.post(f"/attempts/{hers['id']}/finish", {}).body
    assert ended["state"] == "finished"
    clock.forward(seconds=1)
    assert owner.post(f"/competitions/{event['id']}/close", {}).status == 200
    assert bea.get(f"/attempts/{other['id']}").body["state"] == "finished"
    seed = owner.read(event)["rounds"][0]["seed"]
    assert bea.get(f"/logs/{ended['log']}").body["seed"] == seed
    assert owner.post(f"/competitions/{event['id']}/certify", {}).body["state"] == "final"


def test_everybody_is_told_the_same_deal(owner, crowd):
    event = owner.create(rounds=[{"game": "three-by-three"}])
    seeds = set()
    for player in crowd(["Ann", "Bea"]):
        player.join(event)
        seeds.add(player.read(event)["rounds"][0]["seed"])
    assert len(seeds) == 1


def test_a_guest_is_who_the_token_says(owner):
    me = owner.get("/me").body
    assert me == owner.player | {"profile": "public", "preferences": me["preferences"]}
    assert set(owner.player) == {"id", "name", "bot", "account"}


def test_a_bot_says_so(anyone):
    made = anyone.post("/guests", {"name": "Deep Thought", "bot": True})
    assert made.body["player"]["bot"] is True
    assert Client(anyone.send, made.body["token"]).get("/me").body["bot"] is True


def test_games_are_listed_as_a_page_with_what_a_client_needs(anyone):
    page = anyone.get("/games").body
    assert (page["next"], page["previous"]) == (None, None)
    assert [game["slug"] for game in page["results"]] == [
        "wish",
        "winabit",
        "well",
        "pyramid",
        "three-by-three",
    ]
    for game in page["results"]:
        assert {
            "slug",
            "name",
            "options",
            "score_order",
            "worst_score",
            "move_limit",
            "rules_text",
            "source",
            "goal",
            "pile_names",
        } <= set(game)
        assert anyone.get(f"/games/{game['slug']}").body == game
    assert {game["slug"]: game["worst_score"] for game in page["results"]} == {
        "wish": 32,
        "winabit": -24,
        "well": 48,
        "pyramid": 28,
        "three-by-three": 30,
    }


def test_every_game_brings_its_rules_in_pictures_and_a_first_deal(anyone):
    for slug, game in GAMES.items():
        said = anyone.get(f"/games/{slug}/lessons")
        assert said.body == {"sheet": lesson_pictures(game), "guide": guide(game)}
        assert said.headers["cache-control"] == "public, max-age=300"


def test_an_unknown_game_is_not_found(anyone):
    assert anyone.get("/games/golf").outcome == (404, "not_found")
    assert anyone.get("/games/golf/lessons").outcome == (404, "not_found")
