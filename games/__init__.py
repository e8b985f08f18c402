"""The rules of patience: five games, their deals, their moves, and the replay of a log.

A game is one folder, with its facts, its rules, what is said of it, its hints and its lesson; what all of
them share is beside the folders. It stands on the standard library alone, because the server, the command
line and strangers' clients all stand on it.

>>> list(GAMES)
['wish', 'winabit', 'well', 'pyramid', 'three-by-three']
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from games.game import Game
from games.pyramid import PYRAMID
from games.three_by_three import THREE_BY_THREE
from games.well import WELL
from games.winabit import WINABIT
from games.wish import WISH

#: The version of the rules: raised if any log comes to another result than before.
RULES_VERSION = 1

#: Every game by its slug, in the order in which they are shown.
GAMES: Mapping[str, Game] = MappingProxyType(
    {game.slug: game for game in (WISH, WINABIT, WELL, PYRAMID, THREE_BY_THREE)}
)
