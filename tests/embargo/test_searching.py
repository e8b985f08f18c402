"""The search itself: each way a secret could be spelled is found, and nothing innocent is."""

import base64
import json

import pytest

from games import GAMES
from games.cards import NAMES, SIGNS
from games.lessons import guide, lesson_pictures
from games.teaching import describe
from games.views import view

from .hidden import Deal, Knowledge, spelled, views_of

DEAL = Deal("three-by-three", (), "0123456789abcdef" * 2)
MOVES = ("turn e", "turn s", "turn n", "turn w")
NOBODY = Knowledge(hidden=(DEAL,), views=frozenset(), logs=frozenset(), secret_logs=(MOVES,))
PLAYER = Knowledge((DEAL,), frozenset(views_of(DEAL, [])), frozenset({()}), ())

SEED = DEAL.seed.encode()
ORDER = [NAMES[card] for card in DEAL.cards]
UNSEEN = SIGNS[DEAL.cards[-1]]
COVERED = f"covered by {{{ORDER[-1]}}}"


@pytest.mark.parametrize(
    "leak",
    [
        SEED,
        b"x" + SEED.upper() + b"x",
        SEED.hex().encode(),
        base64.b64encode(SEED),
        base64.b64encode(b"seed=" + SEED + b"."),
        base64.urlsafe_b64encode(bytes.fromhex(DEAL.seed)),
        b"".join(b"%%%02x" % byte for byte in SEED),
        " ".join(ORDER).encode(),
        json.dumps(ORDER[20:24]).encode(),
        repr(DEAL.cards).encode(),
        repr(DEAL.cards[::-1][:9]).encode(),
        " ".join(map(str, DEAL.cards[7:12])).encode(),
        "<i></i>".join(map(str, DEAL.cards[7:12])).encode(),
        b"x" + "".join(map(str, DEAL.cards)).encode(),
        b'{"card": ["' + ORDER[0].encode() + b'"]}',
        json.dumps({"facts": {"view": view(next(DEAL.positions([])))}}).encode(),
        b'{"moves": []}',
        json.dumps({"log": MOVES[:2]}).encode(),
        b"{}\n" + json.dumps({"moves": MOVES}).encode(),
        b'<script type="application/json" id="x">' + json.dumps({"moves": MOVES}).encode() + b"</script>",
        json.dumps({"inner": json.dumps({"moves": MOVES})}).encode(),
        b"<li>turn e</li><li>turn s</li><li>turn n</li>",
        f"<li>covered by {UNSEEN}</li>".encode(),
        json.dumps({"reasons": {"n": [f"covered by {UNSEEN}"]}}).encode(),
        json.dumps({"templates": [COVERED]}).encode(),
        json.dumps({"hint": {"move": "turn n", "templates": [COVERED]}}).encode(),
        json.dumps({"code": "illegal_move", "view": {"templates": [COVERED]}}).encode(),
        f"<p>{COVERED}</p>".encode(),
        b'{"templates": ["covered by {X1}"]}',
    ],
)
def test_a_leak_is_found(leak):
    assert NOBODY.leaks(b"HTTP 200", leak)


@pytest.mark.parametrize(
    "innocent",
    [
        b"",
        b"\xff\xfe",
        json.dumps({"commitment": "ab" * 32, "moves": 7, "score": 12, "rules": {"draw": "one"}}).encode(),
        b'{"options": {"draw": ["one", "three"]}}',
        b"<p>Turn over a card: TC on 9C, then a King.</p>",
        b"<p>A joker is <code>{X1}</code>.</p>",
        b'{"description": "A joker is `{X1}`."}',
        b"[1, 2, 3, 4, 5, 6]",
        "0.{}{}{}{}{}".format(*DEAL.cards[7:12]).encode(),
        *(
            json.dumps({"sheet": lesson_pictures(game), "guide": guide(game)}).encode()
            for game in GAMES.values()
        ),
    ],
)
def test_what_is_innocent_is_not_taken_for_a_leak(innocent):
    assert not NOBODY.leaks(innocent)


def test_what_is_said_of_a_table_names_its_cards_and_no_other():
    table = describe(next(DEAL.positions([])))
    assert not PLAYER.leaks(json.dumps({"view": table}).encode())
    seen = SIGNS[DEAL.cards[0]]
    assert not PLAYER.leaks(json.dumps([f"covered by {seen}", f"covered by {{{ORDER[0]}}}"]).encode())
    for unseen in (f"covered by {UNSEEN}", COVERED, "covered by {X1}"):
        assert PLAYER.leaks(json.dumps(unseen).encode())


def test_that_a_seen_card_is_a_joker_may_be_said_but_never_which_joker():
    deal = Deal("three-by-three", (), "joker-5")
    player = Knowledge((deal,), frozenset(views_of(deal, [])), frozenset({()}), ())
    table = describe(next(deal.positions([])))
    assert ["X2"] in table["piles"].values()
    assert not player.leaks(json.dumps({"view": table, "templates": ["a card of the rank of {X1}"]}).encode())
    assert player.leaks(b'{"templates": ["a card of the rank of {X2}"]}')


def test_a_player_may_see_the_own_table_and_no_other_card():
    table = view(next(DEAL.positions([])))
    assert not PLAYER.leaks(json.dumps({"view": table}).encode())
    pile = next(name for name, cards in table["piles"].items() if "??" in cards)
    table["piles"][pile] = [ORDER[-1], *table["piles"][pile][1:]]
    assert spelled(table) not in PLAYER.views
    assert PLAYER.leaks(json.dumps({"view": table}).encode())
