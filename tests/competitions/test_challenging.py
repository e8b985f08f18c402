"""Challenges: everyone who challenges has a contest of their own."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from competitions.contests.challenge import challenge, friendly_seed
from competitions.contests.close import close
from competitions.contests.co_organisers import hand_over
from competitions.models import Competition, Deal
from competitions.people.register import register_guest
from games import GAMES
from games.deck import is_seed
from tests.servers.databases import on_databases_that_lock
from tests.threads import at_once


def player(name):
    return register_guest(name=name, bot=False, now=timezone.now())


def call(who, game="pyramid", seed="summer", **rules):
    return challenge(game=GAMES[game], rules=rules, seed=seed, player=who, now=timezone.now())[0]


@pytest.mark.django_db
def test_each_deal_is_another_contest_until_its_challenge_is_closed_or_handed_over():
    ann, ben = player("Ann"), player("Ben")
    longest = call(player("x" * 24), game="three-by-three", seed="x" * 64)
    assert (longest.name, longest.rounds.get().deal.seed) == ("Challenge: Three By Three", "x" * 64)
    made = [call(ann), call(ann, draw="three"), call(ann, seed="Summer"), call(ann, game="wish")]
    assert len({competition.pk for competition in made}) == 4
    anns, bens = made[0], call(ben)
    hand_over(competition=anns, organiser=ann, player=ben, now=timezone.now())
    assert call(ben) == bens
    again = call(ann)
    assert again not in (anns, bens)
    close(competition=again, organiser=ann, now=timezone.now())
    assert call(ann) not in (anns, bens, again)


@pytest.mark.django_db
def test_the_database_keeps_a_maker_to_one_challenge_on_a_deal_and_never_a_sealed_one():
    ann = player("Ann")
    first, second = call(ann), call(ann, seed="winter")
    sealed = {"play": "sealed", "attempts": 1}
    for change in ({"challenge": first.challenge}, sealed, {"kind": "contest"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Competition.objects.filter(pk=second.pk).update(**change)


def asked_for(client, **deal):
    return client.post("/challenges", {"game": "pyramid", "seed": "summer", **deal})


def test_a_challenge_is_made_once_and_found_by_its_maker_ever_after(owner, rival):
    made = asked_for(owner)
    assert made.status == 201
    assert made.body == made.body | (
        {"kind": "challenge", "access": "unlisted", "play": "open", "attempts": None, "counts": "best"}
        | {"opens_at": None, "closes_at": None, "state": "running"}
        | {"name": "Challenge: Pyramid"}  # and not whose it is: names change, and are taken away
    )
    assert made.body["rounds"][0]["seed"] == "summer"
    found = asked_for(owner, rules={"draw": "one"})
    assert (found.status, found.body) == (200, made.body)
    others = asked_for(rival)
    assert (others.status, others.body["organiser"]["name"]) == (201, "Ray Rival")
    assert owner.get("/competitions").body["results"] == []
    assert rival.get(f"/competitions/{made.body['id']}").body == made.body, "who has the link sees the seed"
    assert asked_for(owner, rules={"draw": "three"}).status == 201
    assert Competition.objects.count() == 3


def test_a_challenge_without_a_seed_is_a_new_deal_each_time_but_once_for_a_key(owner):
    first, second = (asked_for(owner, seed=None) for _ in range(2))
    assert [first.status, second.status] == [201, 201]
    assert first.body["rounds"][0]["seed"] != second.body["rounds"][0]["seed"]
    again = [owner.post("/challenges", {"game": "wish"}, Idempotency_Key="k") for _ in range(2)]
    assert again[0].raw == again[1].raw
    assert Competition.objects.count() == 3


def test_what_is_no_deal_is_no_challenge(owner):
    for field, value in (("game", "poker"), ("rules", {"x": 1}), ("seed", "no seed")):
        assert asked_for(owner, **{field: value}).refused_for(field)
    assert not Competition.objects.exists()


@on_databases_that_lock
def test_one_who_presses_many_times_at_once_has_one_contest(any_database):
    ann = player("Ann")
    found = at_once(*(lambda: call(ann) for _ in range(8)))
    assert {competition.pk for competition in found} == {Competition.objects.get().pk}
    assert Deal.objects.count() == 1


def test_friendly_seeds_are_short_and_differ():
    seeds = {friendly_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(is_seed(seed) and len(seed) == 8 for seed in seeds)
