"""Let some hundred more players join and play contests of one round, so that the database keeps their places.

BENCHMARK_DATABASE_URL=… python -m benchmarks.flock ID…
"""

import sys

import benchmarks.database  # isort: skip  # noqa: F401  # first: it sets up Django

from django.utils import timezone

from benchmarks.crowds import flock
from competitions.ledger.entry_places import KEPT_FROM
from competitions.models import Competition

for each in sys.argv[1:]:
    flock(Competition.read(each), KEPT_FROM, timezone.now())
    assert Competition.objects.get(pk=each).has_places
