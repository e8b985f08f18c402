"""Running a competition together, its invite code, and the places and bots that it takes."""

from string import ascii_lowercase

import pytest

from competitions.models import Competition, CoOrganiser, Entry, Player
from competitions.models.organisers import MOST_CO_ORGANISERS
from competitions.people.names import player_name

from .gone import either_way
from .stored import all_rows, row_counts


@pytest.fixture
def event(owner):
    return owner.create(access="invite")


def _organisers(client, event):
    answer = client.get(f"/competitions/{event['id']}/organisers")
    return [(each["player"]["name"], each["owner"]) for each in answer.body["results"]]


def _remove(client, event, player):
    return client.request("DELETE", f"/competitions/{event['id']}/organisers/{player.player['id']}")


def test_a_co_organiser_does_what_the_organiser_does(owner, rival, event, clock):
    assert owner.act(event, "organisers", name="RAY rival").status == 200
    assert _organisers(rival, event) == [("Olga Owner", True), ("Ray Rival", False)]
    assert rival.read(event)["invite"] == event["invite"]
    assert [each["id"] for each in rival.get("/competitions", mine="1").body["results"]] == [event["id"]]
    assert rival.change(event, about="Mine too").status == 200
    rival.close(event, clock)
    assert rival.join(event).outcome == (409, "wrong_state")
    trail = [(act["act"], act["actor"]["name"], act["player"]) for act in owner.trail(event)]
    assert trail == [
        ("share", "Olga Owner", rival.player),
        ("change", "Ray Rival", None),
        ("close", "Ray Rival", None),
    ]


def test_a_co_organiser_joins_without_the_code(owner, rival, event):
    assert rival.join(event).outcome == (403, "bad_invite")
    owner.act(event, "organisers", name="Ray Rival")
    assert rival.join(event).status == 201


@pytest.mark.parametrize("owner_too", [False, True])
@either_way
def test_a_player_who_is_gone_is_made_no_organiser(owner, rival, event, clock, go, owner_too):
    go(rival, clock.now)
    before = all_rows()
    owner.act(event, "organisers", name=rival.player["id"], owner=owner_too).refused_for("name")
    assert all_rows() == before


def test_only_the_owner_hands_over_or_removes(owner, rival, stranger, event):
    owner.act(event, "organisers", name="Ray Rival")
    assert rival.act(event, "organisers", name="Sam Stranger").status == 200
    before = all_rows()
    assert rival.act(event, "organisers", name="Ray Rival", owner=True).outcome == (403, "forbidden")
    assert _remove(rival, event, stranger).outcome == (403, "forbidden")
    assert all_rows() == before
    assert _remove(stranger, event, stranger).status == 200  # who would rather not
    assert _remove(owner, event, rival).status == 200
    assert _organisers(owner, event) == [("Olga Owner", True)]
    assert not Competition.objects.get().shared
    assert rival.change(event, about="Mine").outcome == (403, "forbidden")
    assert _remove(owner, event, rival).status == 200
    assert [act["act"] for act in owner.trail(event)] == ["share", "share", "unshare", "unshare"]


def test_a_contest_is_handed_over_once(owner, rival, event):
    for _ in range(2):
        assert owner.act(event, "organisers", name="Ray Rival", owner=True).status == 200
        assert _organisers(owner, event) == [("Ray Rival", True), ("Olga Owner", False)]
    assert rival.read(event)["organiser"] == rival.player
    assert owner.change(event, about="Still here").status == 200
    assert rival.act(event, "organisers", name="Olga Owner", owner=True).status == 200
    assert _organisers(owner, event) == [("Olga Owner", True), ("Ray Rival", False)]
    assert CoOrganiser.objects.count() == 1


def test_whom_nobody_knows_organises_nothing(owner, event, unwritten):
    for name in ("Nobody", "", 7, "Ray  Rivals", "x" * 1000):
        owner.act(event, "organisers", name=name).refused_for("name")


def test_a_name_that_only_looks_like_another_is_not_taken_for_it(owner, anyone, event):
    anyone.guest("lgor")
    owner.act(event, "organisers", name="Igor").refused_for("name")


def test_of_several_players_of_a_name_none_is_guessed(owner, rival, crowd, event):
    _, second, _ = crowd(["Ian", "IAN", "lan"])
    before = row_counts()
    (told,) = owner.act(event, "organisers", name="ian").refused_for("name")
    assert "Give the id" in told
    assert row_counts() == before
    owner.act(event, "organisers", name=second.player["id"])
    assert _organisers(owner, event) == [("Olga Owner", True), ("IAN", False)]
    owner.act(event, "organisers", name="lan")
    assert ("lan", False) in _organisers(owner, event)


@pytest.mark.extra
def test_a_contest_has_so_many_organisers_at_most(owner, crowd, event, clock):
    names = map(player_name, (f"Player {letter}" for letter in ascii_lowercase[:MOST_CO_ORGANISERS]))
    players = Player.objects.bulk_create(Player(**name._asdict(), created_at=clock.now) for name in names)
    for player in players:
        assert owner.act(event, "organisers", name=player.name).status == 200
    crowd(["One More"])
    owner.act(event, "organisers", name="One More").refused_for("name")


def test_an_old_code_lets_nobody_in(owner, rival, stranger, event):
    assert rival.join(event, invite=event["invite"]).status == 201
    code = owner.act(event, "invite").body["invite"]
    assert code != event["invite"]
    assert stranger.join(event, invite=event["invite"]).outcome == (403, "bad_invite")
    assert stranger.join(event, invite=code).status == 201
    assert [act["act"] for act in rival.trail(event)] == ["invite"]
    assert owner.act(owner.create(), "invite").outcome == (409, "wrong_state")


def test_a_contest_fills_up(owner, crowd):
    event = owner.create(max_entries=2)
    ann, ben, cy = crowd(["Ann", "Ben", "Cy"])
    assert [player.join(event).status for player in (ann, ben)] == [201, 201]
    assert cy.join(event).outcome == (409, "full")
    assert ann.join(event).status == 200
    assert owner.change(event, max_entries=3).status == 200
    assert cy.join(event).status == 201
    assert Entry.objects.count() == 3


def test_bots_stay_outside_where_they_are_not_wanted(owner, rival, anyone):
    made = anyone.post("/guests", {"name": "Robot", "bot": True}).body
    bot = type(anyone)(anyone.send, made["token"], made["player"])
    event = owner.create(bots=False)
    assert bot.join(event).outcome == (403, "forbidden")
    assert rival.join(event).status == 201
    assert bot.join(owner.create()).status == 201
