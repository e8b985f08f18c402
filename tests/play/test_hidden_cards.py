"""An answer depends only on what was shown, in whatever order the cards face down lie."""

import random

import pytest

from competitions.models import Deal
from competitions.play import positions
from games import GAMES
from games.cards import FACE_DOWN, NAMES
from games.deck import deck
from games.game import Position
from games.hints import hint
from games.replay import Refused, play
from games.teaching import describe
from tests.clients.contests import sealed

from .records import deal_of
from .seats import sit_down

THAT_HIDE = sorted(set(GAMES) - {"well"})
LENGTHS = (0, 1, 4, 9)


class Covered:
    """A card that nobody may look at."""

    def __index__(self):
        raise AssertionError("a card face down was looked at")

    __eq__ = __hash__ = __lt__ = __index__


def laid_out(game, cards, moves=()):
    """The position after these moves on a deal of these cards."""
    rules = game.settle_rules({})
    position = Position(game, rules, game.lay_out(tuple(cards), rules), 0)
    for move in moves:
        position = play(position, move)
        assert isinstance(position, Position)
    return position


def played(game, length, chance):
    """A deck, some moves on it, and the places in the deck whose cards were never seen on the way."""
    cards = deck(game.slug, game.pack, f"hidden-{length}")
    position, moves, seen = laid_out(game, cards), [], set()
    while True:
        seen.update(name for pile in describe(position)["piles"].values() for name in pile)
        legal = sorted(move.text for move in position.table.legal())
        if len(moves) == length or not legal:
            break
        moves.append(chance.choice(legal))
        position = play(position, moves[-1])
    return cards, moves, [n for n, card in enumerate(cards) if NAMES[card] not in seen]


def exchanged(cards, hidden, chance):
    """The deck with the cards at the hidden places in another order."""
    other, order = list(cards), hidden[:]
    while order == hidden:
        chance.shuffle(order)
    for source, target in zip(hidden, order, strict=True):
        other[target] = cards[source]
    return other


def said_of(position):
    """The refusal of every move, and of some texts that are no moves; None for a move that is allowed."""
    words = [*position.game.vocabulary(position.rules), "", "nonsense", "move 1 12", "pull 1 0"]
    answers = {word: play(position, word) for word in words}
    return {word: answer if isinstance(answer, Refused) else None for word, answer in answers.items()}


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("slug", THAT_HIDE)
def test_the_same_is_said_of_every_move_whatever_lies_face_down(slug, length):
    game, chance = GAMES[slug], random.Random(length)
    cards, moves, hidden = played(game, length, chance)
    assert len(hidden) > 1
    here = laid_out(game, cards, moves)
    there = laid_out(game, exchanged(cards, hidden, chance), moves)
    assert here.table != there.table
    assert describe(here) == describe(there)
    assert hint(here) == hint(there)
    assert said_of(here) == said_of(there)


@pytest.mark.parametrize("slug", THAT_HIDE)
def test_no_card_face_down_is_looked_at_to_show_a_table_or_to_refuse_a_move(slug):
    game = GAMES[slug]
    cards, _, hidden = played(game, 0, random.Random(0))
    position = laid_out(game, [Covered() if n in hidden else card for n, card in enumerate(cards)])
    assert FACE_DOWN in str(describe(position)["piles"])
    legal = set(describe(position)["legal"])
    assert hint(position)["move"] in legal
    words = game.vocabulary(position.rules)
    refused = {word for word, move in words.items() if move.text not in legal}
    assert refused
    assert all(isinstance(play(position, word), Refused) for word in refused)
    assert all(words[text].refusal(position.table) is None for text in legal)


@pytest.mark.parametrize("slug", THAT_HIDE)
def test_two_players_of_two_decks_that_look_the_same_are_answered_in_the_same_bytes(
    owner, crowd, slug, monkeypatch
):
    """A few refused moves are sent: the test of the rules above holds that of all others the same is said."""
    game, chance = GAMES[slug], random.Random(slug)
    cards, moves, hidden = played(game, 2, chance)
    decks = {}
    monkeypatch.setattr(Deal, "opening", property(lambda deal: laid_out(game, decks[deal.pk])))
    monkeypatch.setattr(positions, "memory", positions.Memory(10))
    seats = []
    for player, dealt in zip(crowd(["Ann", "Ben"]), (cards, exchanged(cards, hidden, chance)), strict=True):
        event = owner.create(**sealed(slug))
        decks[deal_of(event).pk] = dealt
        seats.append(sit_down(player, event))
    for ply, move in enumerate(moves):
        assert seats[0].play(ply, move).raw == seats[1].play(ply, move).raw
    legal = set(seats[0].view["legal"])
    words = game.vocabulary({})
    refused = [word for word, move in words.items() if move.text not in legal]
    for word in ["nonsense", *chance.sample(refused, min(4, len(refused)))]:
        one, other = (seat.play(len(moves), word) for seat in seats)
        assert (one.status, one.raw) == (other.status, other.raw)
        assert one.status == 422
    for ply, move in ((0, "nonsense"), (5, "nonsense")):
        one, other = (seat.play(ply, move) for seat in seats)
        assert (one.status, one.raw) == (other.status, other.raw)
    ends = [seat.finish().body for seat in seats]
    assert ends[0]["view"] == ends[1]["view"]
    assert ends[0]["score"] == ends[1]["score"]
