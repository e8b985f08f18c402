"""The twelve bots of the demo: their names, and how they play.

They play like the example bots that the client ships.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from client.examples.chance import Strategy, absent_minded, play_anything
from client.examples.greedy import keep_jokers, match_corners
from client.examples.look_ahead import look_ahead
from games import GAMES
from games.replay import Refused, play
from games.views import view

# The game that the bots play
GAME = GAMES["three-by-three"]


@dataclass(frozen=True)
class Character:
    """A bot. In its first attempt at a deal, the bot goes through the cards `stamina` times before it gives
    up, and in each further attempt one more time. `slips` is the share of the bot's logs that have a
    mistake."""

    name: str
    strategy: Strategy
    stamina: int = 3
    slips: float = 0.0

    def play(self, seed: str, tries: int, random: Random) -> list[str]:
        """Return the moves of the bot's next attempt at a deal that it has tried `tries` times."""
        position, moves = GAME.open(seed), []
        rounds_left = self.stamina + tries
        while not position.table.finished:
            move = self.strategy(view(position), random)
            rounds_left -= move == "deal"
            if not rounds_left:
                break
            after = play(position, move)
            assert not isinstance(after, Refused)
            position = after
            moves.append(move)
        return moves


# The bots, from the strongest to the weakest
CAST = (
    Character("Professor Patience", look_ahead(2000), stamina=4),
    Character("Thinking Theo", look_ahead(400)),
    Character("Joker Josephine", keep_jokers),
    Character("Tidy Tilda", match_corners),
    Character("Careful Karl", keep_jokers, stamina=2),
    Character("Hasty Hugo", match_corners, stamina=1),
    Character("Butterfingers Bo", match_corners, slips=0.25),
    Character("Half-Awake Hank", absent_minded(match_corners, 0.4)),
    Character("Daydream Daisy", absent_minded(match_corners, 0.7), slips=0.1),
    Character("Lucky Lou", play_anything),
    Character("Dizzy Dora", play_anything, stamina=2, slips=0.15),
    Character("Coin-Flip Carla", play_anything, stamina=1),
)
