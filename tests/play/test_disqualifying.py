"""Disqualifying, reinstating and renaming an entry."""

from itertools import product

from competitions.models import Attempt, Competition, Entry
from tests.clients.contests import golden_round, sealed

from .seats import begin, sit_down

ACTS = ("disqualify", "reinstate", "rename")


def _act(client, event, act, entry=None, **body):
    entry = entry or Entry.objects.get(competition=event["id"])
    path = f"/competitions/{event['id']}/entries/{entry.pk}/{act}"
    return client.post(path, {"reason": "Two phones."} | body)


def test_who_is_disqualified_plays_no_more(owner, rival, event):
    seat = sit_down(rival, event)
    seat.play(0, "turn")
    before = owner.standings(event)["version"]
    answer = _act(owner, event, "disqualify")
    assert (answer.status, answer.body["disqualified"]) == (200, True)
    assert _act(owner, event, "disqualify", reason="Again.").raw == answer.raw
    assert owner.standings(event)["version"] > before
    body = seat.look()
    assert (body["state"], body["finished"], len(body["moves"])) == ("finished", False, 1)
    refused = seat.play(1, "turn")
    assert refused.outcome == (403, "disqualified")
    assert refused.body["view"]
    assert seat.play(0, "turn").status == 200  # a repeat of what is stored
    assert begin(rival, event).outcome == (403, "disqualified")
    assert rival.join(event).status == 200
    [act] = rival.trail(event)
    assert (act["act"], act["reason"], act["actor"]["name"]) == ("disqualify", "Two phones.", "Olga Owner")
    assert act["entry"] == {"id": Entry.objects.get().pk, "player": rival.player}
    assert Entry.objects.get().changed == Competition.objects.get().changes


def test_a_log_of_a_disqualified_player_is_refused(owner, rival):
    event = owner.create_for(rival, attempts=5)
    first = rival.submit(event, [])
    _act(owner, event, "disqualify")
    assert rival.submit(event, ["turn e"]).outcome == (403, "disqualified")
    assert rival.submit(event, []).raw == first.raw  # the same submission as before
    assert Attempt.objects.count() == 1


def test_who_is_reinstated_plays_on(owner, rival):
    event = owner.create(**sealed("winabit", rounds=[{"game": "winabit"}] * 2))
    sit_down(rival, event)
    _act(owner, event, "disqualify")
    answer = _act(owner, event, "reinstate", reason="It was one phone.")
    assert answer.body["disqualified"] is False
    assert _act(owner, event, "reinstate", reason="Again.").raw == answer.raw
    assert begin(rival, event, 2).status == 201
    assert begin(rival, event, 1).outcome == (409, "no_attempts_left")
    assert rival.acts_on_trail(event) == ["disqualify", "reinstate"]


def test_only_an_organiser_does_it_to_entries_of_theirs_and_says_why(owner, rival, event):
    rival.join(event)
    elsewhere, [entry] = rival.create(), Entry.objects.all()
    for act, reason in product(ACTS, (None, "", "  \u200b ", 7, "x" * 401, ...)):
        body = {"name": "Zed"} | ({} if reason is ... else {"reason": reason})
        owner.post(f"/competitions/{event['id']}/entries/{entry.pk}/{act}", body).refused_for("reason")
    for act in ACTS:
        assert _act(rival, event, act, name="Zed").outcome == (403, "forbidden")
        assert _act(rival, elsewhere, act, entry, name="Zed").outcome == (404, "not_found")
    assert owner.trail(event) == []


def test_it_is_over_with_the_certificate(owner, rival, event, clock):
    rival.join(event)
    owner.close(event, clock)
    assert _act(owner, event, "disqualify").status == 200
    owner.act(event, "certify")
    for act in ("disqualify", "reinstate"):
        assert _act(owner, event, act).outcome == (409, "wrong_state")
    assert _act(owner, event, "rename", name="Zed").status == 200


def test_a_player_is_called_otherwise_in_one_contest(owner, rival, event):
    seat, other = sit_down(rival, event), owner.create_for(rival, rounds=[golden_round()])
    stamp = Entry.objects.get(competition=event["id"]).changed
    answer = _act(owner, event, "rename", name=" Player  One\u202e")
    assert answer.body["player"]["name"] == "Player One"
    assert rival.join(event).body["player"]["name"] == "Player One"
    assert rival.join(other).body["player"]["name"] == "Ray Rival"
    assert owner.get(seat.path).body["player"]["name"] == "Player One"
    [act] = owner.trail(event)
    assert act["entry"]["player"] == rival.player | {"name": "Player One"}
    assert Entry.objects.get(competition=event["id"]).changed > stamp
    for _ in range(2):
        assert _act(owner, event, "rename", name="").body["player"]["name"] == "Ray Rival"
    assert len(owner.trail(event)) == 2


def test_nobody_is_called_what_another_is(owner, rival, stranger, event):
    rival.join(event)
    assert _act(owner, event, "rename", name="Sam Stranger").status == 200, "Sam is not in this contest"
    assert stranger.join(event).body["player"]["name"] == "Sam Stranger 2"
    entry = Entry.objects.get(competition=event["id"], player=stranger.player["id"])
    for name in ("Sam Stranger", "sam stranger", "SAM  Stranger"):
        assert _act(owner, event, "rename", entry, name=name).outcome == (409, "name_taken")
    _act(owner, event, "rename", entry, name="x").refused_for("name")
