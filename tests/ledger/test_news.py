"""Who looks for news is woken after the commit, in every process, and once until the news is taken."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction

from competitions.ledger.ledger import hold
from competitions.ledger.news import call_at_news, hear_wake_ups, take_news, wake_everywhere
from competitions.ledger.states import record_all_due
from tests.followers.conftest import contest, happens
from tests.threads import at_once


@pytest.fixture
def wake_ups():
    """One for each time that this process was woken."""
    wake_ups = []
    call_at_news(lambda: wake_ups.append(1))
    return wake_ups


def taken():
    with transaction.atomic():
        return [each.pk for each in take_news(10)]


def test_it_wakes_once_until_it_is_taken_and_for_what_was_committed_alone(any_database, wake_ups):
    event = contest()
    with transaction.atomic():
        happens(event)
        assert not wake_ups
        transaction.set_rollback(True)
    assert (wake_ups, taken()) == ([], [])
    event.refresh_from_db()
    happens(event, 3)
    assert len(wake_ups) == 1
    with transaction.atomic():  # who dies with the news leaves it there
        assert [each.pk for each in take_news(10)] == [event.pk]
        transaction.set_rollback(True)
    assert (taken(), taken()) == ([event.pk], [])
    happens(event)
    assert len(wake_ups) == 2


@pytest.mark.parametrize("any_database", ["postgresql"], indirect=True)
def test_where_somebody_is_just_writing_the_news_is_left_for_later(any_database):
    busy, free = contest(1), contest(1)
    with transaction.atomic():
        hold(busy.pk)
        assert at_once(taken) == [[free.pk]]
    assert taken() == [busy.pk]


def test_what_the_time_brings_is_news_too(db, owner, clock):
    event = owner.create(opens_at=clock.after(minutes=1))
    assert taken() == [event["id"]]
    clock.forward(minutes=1)
    record_all_due(clock.now)
    assert taken() == [event["id"]]


async def test_other_processes_are_woken_where_a_layer_reaches_them(wake_ups, redis_url, settings):
    """What this process hears of its own wake-ups comes from the layer, besides what it does at once."""
    layer = {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [redis_url]}}
    settings.CHANNEL_LAYERS = {"default": layer}
    hearing = asyncio.create_task(hear_wake_ups())
    sent = 0
    while len(wake_ups) <= sent:
        await sync_to_async(wake_everywhere)()
        sent += 1
        await asyncio.sleep(0.05)
    hearing.cancel()
