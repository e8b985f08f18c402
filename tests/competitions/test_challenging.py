"""Challenges: a deal has one contest, however many players ask for it."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client as DjangoClient
from django.utils import timezone

from competitions.embargo.visibility import viewpoint
from competitions.models import Competition, Deal, Player
from competitions.organising.challenging import challenge, challenge_of, friendly_seed
from competitions.players.registering import register_guest
from games import GAMES
from games.deck import is_seed
from tests.clients.rest import Client, through_django
from tests.threads import at_once


def player(name):
    return register_guest(name=name, bot=False, now=timezone.now())


def call(who, game="pyramid", seed="summer", **rules):
    return challenge(game=GAMES[game], rules=rules, seed=seed, player=who, now=timezone.now())[0]


@pytest.mark.django_db
def test_a_challenge_is_unlisted_open_play_without_end_where_the_best_attempt_counts():
    ann = player("Ann")
    made = call(ann, draw="three")
    assert made.organiser == ann
    assert (made.access, made.play, made.attempts, made.counts) == ("unlisted", "open", None, "best")
    assert (made.opens_at, made.closes_at, made.state(timezone.now())) == (None, None, "running")
    assert made.name == "Ann's challenge: Pyramid"
    deal = made.rounds.get().deal
    assert (deal.game_slug, deal.rules, deal.seed) == ("pyramid", {"draw": "three"}, "summer")
    assert made not in Competition.objects.listed()


@pytest.mark.django_db
def test_whoever_calls_later_finds_the_same_contest_however_the_options_are_given():
    first = call(player("Ann"))
    assert call(player("Ben"), draw="one") == first
    assert challenge_of(game=GAMES["pyramid"], rules={}, seed="summer") == first
    assert Competition.objects.get().organiser.name == "Ann"
    assert Deal.objects.count() == 1


@pytest.mark.django_db
def test_another_game_another_option_and_another_seed_are_other_contests():
    ann = player("Ann")
    made = [call(ann), call(ann, draw="three"), call(ann, seed="Summer"), call(ann, game="wish")]
    assert len({competition.pk for competition in made}) == 4
    assert challenge_of(game=GAMES["well"], rules={}, seed="summer") is None


@pytest.mark.django_db
def test_the_longest_name_and_the_longest_seed_make_a_challenge():
    made = call(player("x" * 24), game="three-by-three", seed="x" * 64)
    assert made.name == f"{'x' * 24}'s challenge: Three By Three"
    assert made.rounds.get().deal.seed == "x" * 64


@pytest.mark.django_db
def test_the_seed_is_in_the_link_and_so_for_everyone_who_asks():
    made = Competition.objects.with_rounds().get(pk=call(player("Ann")).pk)
    for viewer in (player("Ben"), None):
        seen = viewpoint(made, viewer, timezone.now())
        assert seen.seed(made.rounds.all()[0]) == "summer"


@pytest.mark.django_db
def test_the_database_keeps_a_deal_to_one_challenge_and_never_a_sealed_one():
    ann = player("Ann")
    first, second = call(ann), call(ann, seed="winter")
    for change in ({"challenge": first.challenge}, {"play": "sealed", "attempts": 1}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Competition.objects.filter(pk=second.pk).update(**change)


def asked_for(client, **deal):
    return client.post("/challenges", {"game": "pyramid", "seed": "summer", **deal})


@pytest.fixture
def callers(db):
    anyone = Client(through_django(DjangoClient()))
    return anyone.guest("Ann"), anyone.guest("Ben")


def test_a_challenge_is_made_once_and_found_ever_after(callers):
    ann, ben = callers
    made = asked_for(ann)
    assert made.status == 201
    assert made.body == made.body | {
        "access": "unlisted",
        "play": "open",
        "attempts": None,
        "state": "running",
    }
    assert made.body["rounds"][0]["seed"] == "summer"
    found = asked_for(ben, rules={"draw": "one"})
    assert (found.status, found.body) == (200, made.body)
    assert ben.get(f"/competitions/{made.body['id']}").body == made.body
    assert asked_for(ben, rules={"draw": "three"}).status == 201
    assert Competition.objects.count() == 2


def test_a_challenge_without_a_seed_is_a_new_deal_each_time_but_once_for_a_key(callers):
    ann, _ = callers
    first, second = (asked_for(ann, seed=None) for _ in range(2))
    assert [first.status, second.status] == [201, 201]
    assert first.body["rounds"][0]["seed"] != second.body["rounds"][0]["seed"]
    again = [ann.post("/challenges", {"game": "wish"}, Idempotency_Key="k") for _ in range(2)]
    assert again[0].raw == again[1].raw
    assert Competition.objects.count() == 3


def test_what_is_no_deal_is_no_challenge(callers):
    ann, _ = callers
    for field, deal in (
        ("game", {"game": "poker"}),
        ("rules", {"rules": {"x": 1}}),
        ("seed", {"seed": "no seed"}),
    ):
        assert asked_for(ann, **deal).refused_for(field)
    assert not Competition.objects.exists()


def test_all_who_call_at_once_find_one_contest(any_database):
    players = [player(f"Player {n}") for n in range(8)]
    found = at_once(*(lambda who=who: call(who) for who in players))
    assert {competition.pk for competition in found} == {Competition.objects.get().pk}
    assert Deal.objects.count() == 1


def test_becoming_a_player_and_calling_are_one_act_even_at_once(any_database):
    def come_and_call(name):
        with transaction.atomic():
            return call(player(name))

    found = at_once(*(lambda n=n: come_and_call(f"Player {n}") for n in range(8)))
    assert len({competition.pk for competition in found}) == 1
    assert (Competition.objects.count(), Player.objects.count()) == (1, 8)


def test_friendly_seeds_are_short_and_differ():
    seeds = {friendly_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(is_seed(seed) and len(seed) == 8 for seed in seeds)
