"""What is answered depends on what was shown: cards that lie face down may lie in any order.

Each game is played on two decks that show the same and hide different cards.
"""

import random

import pytest

from competitions.models import Deal, Move
from competitions.playing import journal, positions, seats, sockets
from games import GAMES
from games.cards import FACE_DOWN
from games.game import Position
from games.replay import Refused, play
from games.views import view

GAMES_THAT_HIDE = sorted(set(GAMES) - {"well"})


def shuffled_under_the_cards(position, chance):
    """The opening position of another deck, which shows the same: cards are exchanged that nobody sees."""
    game, rules = position.game, position.rules
    deck = list(_deck_of(position))
    shown = view(position)["piles"]
    hidden = [n for n in range(len(deck)) if not _is_shown(game, rules, deck, n, shown)]
    moved = hidden[:]
    chance.shuffle(moved)
    other = deck[:]
    for source, target in zip(hidden, moved, strict=True):
        other[target] = deck[source]
    return Position(game, rules, game.lay_out(tuple(other), rules), 0)


def _deck_of(position):
    """The deck that the position was laid out from."""
    return position.game.DECK


def _is_shown(game, rules, deck, n, shown):
    """Whether anything shown changes when the n-th card of the deck changes places with another."""
    for m in range(len(deck)):
        if m != n:
            other = deck[:]
            other[n], other[m] = other[m], other[n]
            table = Position(game, rules, game.lay_out(tuple(other), rules), 0)
            if view(table)["piles"] == shown:
                return False
    return True
