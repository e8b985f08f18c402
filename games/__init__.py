"""The rules of patience: the games, their deals, their moves, and the replay of a log.

A game is one folder: its facts, its rules, its texts, its hints and its lesson. A new folder is found
automatically. The modules beside the folders are for all games. The package needs only the standard library,
because the server, the command line and strangers' clients all use it.

>>> list(GAMES)[:2]
['wish', 'winabit']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from operator import attrgetter
from pkgutil import iter_modules
from types import MappingProxyType

from games.game import Game

#: The version of the rules. Raise it with each change after which any log has another result.
RULES_VERSION = 1


def _games_in_folders() -> Iterator[Game]:
    """Yield the `GAME` of each folder that has one."""
    for folder in iter_modules(__path__):
        if folder.ispkg and (game := getattr(import_module(f"games.{folder.name}"), "GAME", None)):
            yield game


#: Every game by its slug, in the order in which they are shown.
GAMES: Mapping[str, Game] = MappingProxyType(
    {game.slug: game for game in sorted(_games_in_folders(), key=attrgetter("place"))}
)
