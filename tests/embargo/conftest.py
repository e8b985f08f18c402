"""A service without limits in the way, and walks through it."""

from collections.abc import Callable, Mapping
from functools import partial

import pytest

from .scenes import scene
from .stage import Send, Stage, open_scene, sealed_scene
from .walk import through_django


@pytest.fixture
def send(db: None, unlimited: None) -> Send:
    return through_django()


@pytest.fixture
def sealed(send: Send) -> Callable[..., Stage]:
    """A sealed scene of a game, this many moves in."""

    def sealed(
        game: str = "three-by-three",
        ply: int = 3,
        *,
        rules: Mapping[str, str] | None = None,
        small: bool = False,
        **settings: str,
    ) -> Stage:
        rules = rules or {}
        build = partial(sealed_scene, send, game, rules, ply, small=small, **settings)
        return scene(send, ("sealed", game, *rules.items(), ply, small, *settings.items()), build)

    return sealed


@pytest.fixture
def opened(send: Send) -> Callable[..., Stage]:
    """An open scene of a game, this many moves in."""

    def opened(game: str = "three-by-three", ply: int = 3, **rules: str) -> Stage:
        build = partial(open_scene, send, game, rules, ply)
        return scene(send, ("open", game, *rules.items(), ply), build)

    return opened
