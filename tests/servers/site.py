"""The service as tests serve it: its random seeds are fixed, so that no game is over at once, and whoever
reads may read as much as many tests do."""

from django.conf import settings

from config.asgi import application
from tests.deals import certain_seeds

__all__ = ["application"]


def _deal_what_is_certain() -> None:
    from competitions.contests import create  # after Django has been set up

    seeds = certain_seeds()
    create.random_seed = lambda: next(seeds)


_deal_what_is_certain()
settings.LIMITS["reading"] = {}
