"""Running a competition together."""

from string import ascii_lowercase

import pytest

from competitions.models import Competition, CoOrganiser, Player
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


def test_a_co_organiser_does_what_the_organiser_does(owner, rival, stranger, event, clock):
    assert owner.act(event, "organisers", name="RAY rival").status == 200
    assert _organisers(rival, event) == [("Olga Owner", True), ("Ray Rival", False)]
    assert rival.read(event)["invite"] == event["invite"]
    assert [each["id"] for each in rival.get("/competitions", mine="1").body["results"]] == [event["id"]]
    assert rival.change(event, about="Mine too").status == 200
    assert rival.join(event).status == 201, "without the code"
    rival.close(event, clock)
    assert stranger.join(event, invite=event["invite"]).outcome == (409, "wrong_state")
    trail = [(act["act"], act["actor"]["name"], act["player"]) for act in owner.trail(event)]
    shared = ("share", "Olga Owner", rival.player)
    assert trail == [shared, ("change", "Ray Rival", None), ("close", "Ray Rival", None)]


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


def test_whom_nobody_knows_organises_nothing_nor_who_only_looks_alike(owner, anyone, event):
    anyone.guest("lgor")
    before = row_counts()
    for name in ("Nobody", "", 7, "Ray  Rivals", "x" * 1000, "Igor"):
        owner.act(event, "organisers", name=name).refused_for("name")
    assert row_counts() == before


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
