"""A Redis that takes connections and never answers holds nobody for long."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from itertools import chain
from statistics import median

import pytest
import redis

from tests.waiting import until

from .conftest import WholeSite
from .parts import promised
from .test_redis import BACK_WITHIN_S, missing

pytestmark = pytest.mark.faults

HANGS_S = 10.0
USUAL_S = 1.0
"""How long most logs take meanwhile: in each process one message of each type a second waits for Redis."""
LONGEST_S = 8.0
"""How long an act takes whose requests all ask Redis."""


@contextlib.contextmanager
def hanging(url: str) -> Iterator[None]:
    """Stop the process of our own Redis for a while: its connections stay, and the system takes new ones."""
    with contextlib.closing(redis.Redis.from_url(url)) as asked:
        process = asked.info("server")["process_id"]
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def test_redis_hangs(whole_site: WholeSite) -> None:
    urls = whole_site.site.urls
    with whole_site.site.under_load() as crowd:
        with hanging(whole_site.redis.now):
            for url in urls:
                until(lambda url=url: missing(url) == ["channel_layer"], "nobody noticed")
            known = [len(each) for each in crowd.load.times]
            time.sleep(HANGS_S)
            times = [each[n:] for each, n in zip(crowd.load.times, known, strict=True)]
            assert median(chain(*times[-len(crowd.senders) :])) < USUAL_S
            assert max(chain(*times)) < LONGEST_S
            crowd.goes_on()
        with promised(BACK_WITHIN_S, "Redis is back after it hung"):
            for url in urls:
                until(lambda url=url: missing(url) == [], "it is never ready again")
        crowd.goes_on()
