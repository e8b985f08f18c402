"""A form makes one contest, however often its button is pressed at once."""

from django.utils import timezone

from competitions.contests.create import Plan, RoundPlan, create_once
from competitions.models import Competition, Counts, Play
from competitions.people.register import register_guest
from games import GAMES
from tests.servers.databases import on_databases_that_lock
from tests.threads import at_once


@on_databases_that_lock
def test_presses_that_come_at_once_make_one_contest(any_database):
    now = timezone.now()
    organiser = register_guest(name="Olga", bot=False, now=now)
    rounds = [RoundPlan(game=GAMES["wish"], rules={})]
    plan = Plan(name="Cup", access="public", play=Play.SEALED, attempts=1, counts=Counts.BEST, rounds=rounds)
    found = at_once(
        *(lambda: create_once(organiser=organiser, plan=plan, key="a key", now=now) for _ in range(6))
    )
    assert {made.pk for made in found} == {Competition.objects.get().pk}
