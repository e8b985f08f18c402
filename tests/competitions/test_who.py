"""Who is meant in an address."""

import pytest
from django.utils import timezone

from competitions.embargo.profiles import shows_profile
from competitions.models import Player, Profile
from competitions.people.handles import take_handle
from competitions.people.lookup import player_meant, who_is
from competitions.people.register import register_guest


@pytest.fixture
def account(db: None):
    def account(name: str) -> Player:
        player = register_guest(name=name, bot=False, now=timezone.now())
        take_handle(player)
        player.account = True
        player.save()
        return player

    return account


def test_a_player_is_meant_by_id_and_an_account_by_its_name_in_any_case(account):
    zoe, guest = account("Zoë Lee"), register_guest(name="Bob", bot=False, now=timezone.now())
    for who in (zoe.pk, "@Zoë Lee", "@ZOË lee", "@zoe\u0308 lee"):
        assert player_meant(who) == zoe
    assert player_meant(guest.pk) == guest
    assert (who_is(zoe), who_is(guest)) == ("@Zoë Lee", guest.pk)


@pytest.mark.parametrize("who", ["@Bob", "@lan", "@", "@\0", "@" + "n" * 500, "nobodynobodynobo", "Ian"])
def test_nobody_is_guessed(account, who):
    account("Ian")
    register_guest(name="Bob", bot=False, now=timezone.now())
    with pytest.raises(Player.DoesNotExist):
        player_meant(who)


def test_a_name_with_a_slash_stands_in_no_address(account):
    player = account("a/b")
    assert who_is(player) == player.pk


def test_a_private_profile_is_shown_to_its_player_alone(account):
    ann, bob = account("Ann"), account("Bob")
    assert shows_profile(ann, None)
    ann.profile = Profile.PRIVATE
    assert [shows_profile(ann, viewer) for viewer in (None, bob, ann)] == [False, False, True]
    assert not shows_profile(ann, ann.allowed(["play"]))
