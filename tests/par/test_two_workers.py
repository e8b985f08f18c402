"""Two workers of one queue, with real commits: what one has taken the other leaves alone."""

import time
from threading import Event

from django.db import transaction
from django.utils import timezone

from competitions.models import Round, SolvedRound
from competitions.solving.par.find_par import ROUNDS
from tests.clients.contests import golden_round
from tests.servers.databases import on_databases_that_lock
from tests.threads import at_once

A_MOMENT_S = 0.3
"""So long a worker takes to take a row, and another waits for it."""


@on_databases_that_lock
def test_no_row_is_taken_twice(committed):
    committed.guest("Olga Owner").create(rounds=[golden_round()] * 2)
    SolvedRound.objects.bulk_create(SolvedRound(round=round) for round in Round.objects.all())
    now, taking = timezone.now(), Event()

    def slowly():
        with transaction.atomic():
            solved = ROUNDS.lease(now)
            taking.set()
            time.sleep(A_MOMENT_S)
            return solved.round.number

    def meanwhile():
        taking.wait()
        return ROUNDS.lease(now).round.number

    assert at_once(slowly, meanwhile) == [1, 2]
