"""Who added the webhooks that were there before that was noted: the acts say it."""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

from django.apps import apps
from django.db import connection

from competitions.contests.co_organisers import share
from competitions.contests.webhooks import add_hook
from competitions.models import Competition, Hook, Player
from tests.clients.rest import Client, through_django


def test_the_acts_say_who_added_a_webhook(any_database, client, clock):
    anyone = Client(through_django(client))
    owner = anyone.guest("Olga Owner")
    competition = Competition.objects.get(pk=owner.create()["id"])
    olga, ray = [Player.objects.get(pk=each.player["id"]) for each in (owner, anyone.guest("Ray Rival"))]
    share(competition=competition, organiser=olga, player=ray, now=clock.now)
    added = []
    for organiser in (olga, ray, olga):
        clock.now += timedelta(seconds=1)
        url = "https://hooks.example/"
        about = {"competition": competition, "organiser": organiser, "now": clock.now}
        added.append(add_hook(**about, url=url, events=["joined"])[0].pk)
    Hook.objects.update(added_by=None, next_try_at=clock.now)
    Hook.objects.filter(pk=added[0]).update(stopped_at=clock.now)
    Hook.objects.filter(pk=added[2]).update(created_at=clock.now + timedelta(microseconds=1))
    step = import_module("competitions.migrations.0044_adders_of_webhooks_found")
    for _ in range(2):
        step.find(apps, SimpleNamespace(connection=connection))
        found = [Hook.objects.get(pk=pk) for pk in added]
        assert [hook.added_by for hook in found] == [olga, ray, None]
        assert [hook.next_try_at for hook in found] == [None, clock.now, clock.now]
