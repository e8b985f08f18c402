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
            return cards, moves, [n for n, card in enumerate(cards) if NAMES[card] not in seen]
        moves.append(chance.choice(legal))
        position = play(position, moves[-1])


def exchanged(cards, hidden, chance):
    """The deck with the cards at the hidden places in another order."""
    other, order = list(cards), hidden[:]
    while order == hidden:
        chance.shuffle(order)
    for source, target in zip(hidden, order, strict=True):
        other[target] = cards[source]
    return other


def answers(position):
    """What is shown and hinted, and the refusal of every move and of some texts that are none, if any."""
    words = [*position.game.vocabulary(position.rules), "", "nonsense", "move 1 12", "pull 1 0"]
    said = {word: play(position, word) for word in words}
    refused = {word: answer for word, answer in said.items() if isinstance(answer, Refused)}
    return describe(position), hint(position), refused


@pytest.mark.parametrize("length", [0, 1, 4, 9])
@pytest.mark.parametrize("slug", THAT_HIDE)
def test_the_same_is_said_of_every_move_whatever_lies_face_down(slug, length):
    game, chance = GAMES[slug], random.Random(length)
    cards, moves, hidden = played(game, length, chance)
    assert len(hidden) > 1
    here = laid_out(game, cards, moves)
    there = laid_out(game, exchanged(cards, hidden, chance), moves)
    assert here.table != there.table
    assert answers(here) == answers(there)


@pytest.mark.parametrize("slug", THAT_HIDE)
def test_no_card_face_down_is_looked_at_to_show_a_table_or_to_refuse_a_move(slug):
    game = GAMES[slug]
    cards, _, hidden = played(game, 0, random.Random(0))
    position = laid_out(game, [Covered() if n in hidden else card for n, card in enumerate(cards)])
    assert FACE_DOWN in str(describe(position)["piles"])
    legal, words = set(describe(position)["legal"]), game.vocabulary(position.rules)
    assert hint(position)["move"] in legal
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
    decks, seats = {}, []
    monkeypatch.setattr(Deal, "opening", property(lambda deal: laid_out(game, decks[deal.pk])))
    monkeypatch.setattr(positions, "memory", positions.Memory(10))
    for player, dealt in zip(crowd(["Ann", "Ben"]), (cards, exchanged(cards, hidden, chance)), strict=True):
        event = owner.create(**sealed(slug))
        decks[deal_of(event).pk] = dealt
        seats.append(sit_down(player, event))

    def same(ply, word, status):
        one, other = (seat.play(ply, word) for seat in seats)
        assert (one.status, one.raw) == (other.status, other.raw)
        assert one.status in status

    for ply, move in enumerate(moves):
        same(ply, move, {200})
    legal = set(seats[0].view["legal"])
    refused = [word for word, move in game.vocabulary({}).items() if move.text not in legal]
    for word in ["nonsense", *chance.sample(refused, min(4, len(refused)))]:
        same(len(moves), word, {422})
    for ply in (0, 5):
        same(ply, "nonsense", {409})
    ends = [seat.finish().body for seat in seats]
    assert [(end["view"], end["score"]) for end in ends] == [(ends[0]["view"], ends[0]["score"])] * 2
