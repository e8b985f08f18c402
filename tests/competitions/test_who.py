"""Who is meant in an address."""

import pytest
from django.utils import timezone

from competitions.embargo.profiles import shows_profile
from competitions.models import Player, Profile
from competitions.people.handles import take_handle
from competitions.people.lookup import player_meant, who_is
from competitions.people.register import register_guest

pytestmark = pytest.mark.django_db


def guest(name: str) -> Player:
    return register_guest(name=name, bot=False, now=timezone.now())


def account(name: str) -> Player:
    player = guest(name)
    take_handle(player)
    player.account = True
    player.save()
    return player


def test_a_player_is_meant_by_id_and_an_account_by_its_name_in_any_case():
    zoe, bob = account("Zoë Lee"), guest("Bob")
    for who in (zoe.pk, "@Zoë Lee", "@ZOË lee", "@zoe\u0308 lee"):
        assert player_meant(who) == zoe
    assert player_meant(bob.pk) == bob
    assert (who_is(zoe), who_is(bob)) == ("@Zoë Lee", bob.pk)
    slash = account("a/b")
    assert who_is(slash) == slash.pk, "a slash stands in no address"
    account("Ian")
    account("Scott")
    for who in ("@Bob", "@lan", "@Sc0tt", "@", "@\0", "@" + "n" * 500, "nobodynobodynobo", "Ian"):
        with pytest.raises(Player.DoesNotExist):
            player_meant(who)


def test_a_private_profile_is_shown_to_its_player_alone():
    ann, bob = account("Ann"), account("Bob")
    assert shows_profile(ann, None)
    ann.profile = Profile.PRIVATE
    assert [shows_profile(ann, viewer) for viewer in (None, bob, ann)] == [False, False, True]
    assert not shows_profile(ann, ann.allowed(["play"]))
