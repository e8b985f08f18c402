"""The answer to a move depends on the view alone, in whatever order the hidden cards lie."""

import random

import pytest

from games import GAMES
from games.cards import NAMES
from games.deck import deck
from games.game import Position
from games.replay import Refused, play
from games.teaching import describe

WAYS = [
    (game.slug, {option: value})
    for game in GAMES.values()
    for option, values in [*game.options.items(), (None, (None,))]
    for value in values
    if option is not None or not game.options
]


def opening(slug, rules, cards):
    game = GAMES[slug]
    settled = game.settle_rules({name: value for name, value in rules.items() if name})
    return Position(game, settled, game.lay_out(cards, settled), 0)


def path(slug, rules, cards, chooser, longest):
    """Some moves, and every card that was seen on the way."""
    position, moves, seen = opening(slug, rules, cards), [], set()
    while True:
        shown = describe(position)
        seen |= {card for pile in shown["piles"].values() for card in pile}
        if len(moves) == longest or not shown["legal"]:
            return moves, seen
        moves.append(chooser.choice(sorted(shown["legal"])))
        position = play(position, moves[-1])


def reordered(cards, seen, chooser):
    """The deck with the cards that nobody has seen in another order among themselves."""
    hidden = [index for index, card in enumerate(cards) if NAMES[card] not in seen]
    shuffled = chooser.sample(hidden, len(hidden))
    swapped = dict(zip(hidden, (cards[index] for index in shuffled), strict=True))
    return tuple(swapped.get(index, card) for index, card in enumerate(cards)), len(hidden)


def answers(position):
    """The answer to every text that could be a move: that it is legal, or the whole refusal."""
    return {
        word: found if isinstance(found := play(position, word), Refused) else "legal"
        for word in (*position.game.vocabulary(position.rules), "nonsense", "")
    }


@pytest.mark.parametrize("trials", [range(0, 25, 8), pytest.param(range(25), marks=pytest.mark.extra)])
@pytest.mark.parametrize(("slug", "rules"), WAYS)
def test_hidden_cards_change_no_answer(slug, rules, trials):
    hidden_at_all = 0
    for trial in trials:
        chooser = random.Random(f"{slug} {trial}")
        cards = deck(slug, GAMES[slug].pack, f"trial-{trial}")
        moves, seen = path(slug, rules, cards, chooser, trial)
        others, hidden = reordered(cards, seen, chooser)
        hidden_at_all += hidden
        one, other = opening(slug, rules, cards), opening(slug, rules, others)
        for move in moves:
            assert describe(one) == describe(other)
            one, other = play(one, move), play(other, move)
        assert describe(one) == describe(other)
        assert answers(one) == answers(other)
    assert hidden_at_all or slug == "well"
