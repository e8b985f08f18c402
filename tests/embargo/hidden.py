"""What must not be found, in every spelling, and the search for it in whatever was received.

The search knows nothing of the service's own rule: it is told which tables and
logs a viewer may know and takes every other for a leak.
"""

import base64
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from games import GAMES
from games.cards import CARDS, FACE_DOWN, NAMES
from games.deck import deck
from games.game import Position
from games.lessons import guide, lesson_pictures
from games.replay import play
from games.teacher import CARD_WORDS
from games.views import view

OF_A_VIEW = frozenset(("game", "rules", "ply", "finished", "won", "score", "piles", "legal"))
JSON_IN_PAGES = re.compile(rb"<script[^>]*json[^>]*>(.*?)</script>", re.DOTALL)
BETWEEN = rb"(?:\s*</?\w[^>]*>\s*)*+\W{0,9}+(?:\s*</?\w[^>]*>\s*)*+"
"""What may stand between two items of a list in a text: signs and tags."""
A_CARD = rb"[A2-9TJQKX][CDHS12]"
STARTING = rb"(?<!\w.)"
"""That a word begins with the sign just read: a pattern that begins with a sign is found much faster than one
that begins with an edge.
"""
CARDS_IN_A_ROW = re.compile(
    rb"([A2-9TJQKX]" + STARTING + rb"[CDHS12])(?=" + (BETWEEN + rb"(" + A_CARD + rb")") * 2 + rb"\b)"
)
NUMBERS = 5
"""So many numbers of cards in a row are no accident."""
DIGITS_IN_A_ROW = re.compile(rb"\d" + STARTING + rb"(?:" + BETWEEN + rb"\d){%d,}" % (NUMBERS - 1))
IN_ONE_PIECE = 9
"""So many digits with nothing between them are no accident either; fewer may be a time with microseconds."""
LONG_NUMBER = re.compile(rb"\d{%d,}" % IN_ONE_PIECE)
ESCAPED = re.compile(r"\\u(26[0-9a-f]{2})")
SUITS = "♣♦♥♠"
IN_WORDS = re.compile(r"(?<![0-9A-Z])(?:10|[2-9AJQK])[" + SUITS + "]")
"""A card as a sentence names it. A joker is only called a joker; which of the two it is, no sentence says."""
IN_TEMPLATES = re.compile(r"\{(?:[A2-9TJQK][CDHS]|X[12])\}")
"""A card as a template names it. Each joker is `{X1}`."""
DOCUMENTED: Final = ("`{X1}`", "<code>{X1}</code>")
"""How the schema and the guide explain what a joker is in a template."""
WORDS = frozenset(
    word
    for game in GAMES.values()
    for option, values in [*game.options.items(), (None, (None,))]
    for value in values
    for word in game.vocabulary({} if option is None else {option: value})
)
"""Every text that is a move of any game."""


Stretch = tuple[bytes, ...]
"""Names or numbers of cards that lie one after the other in a deck."""


@dataclass(frozen=True)
class Deal:
    """A deal that the test knows and the service hides."""

    game: str
    rules: tuple[tuple[str, str], ...]
    seed: str

    @property
    def cards(self) -> tuple[int, ...]:
        return deck(self.game, GAMES[self.game].pack, self.seed)

    def positions(self, moves: Sequence[str]) -> Iterator[Position]:
        """The opening, then the position after each move."""
        position = GAMES[self.game].open(self.seed, dict(self.rules))
        yield position
        for move in moves:
            position = play(position, move)
            assert isinstance(position, Position), position
            yield position


EVERYBODYS: Final = Deal("wish", (), "a-deal-that-anybody-may-name")
"""The deal that walks ask for where any deal may be asked for: its opening is no secret."""


PICTURES: Final = frozenset(
    json.dumps({**picture[when], "legal": sorted(picture[when]["legal"])}, sort_keys=True)
    for game in GAMES.values()
    for picture in lesson_pictures(game)
    for when in ("before", "after")
)
"""The tables of the rules' pictures, as `spelled` writes them: anybody may see them, they are of no deal."""

LESSONS_SAY: Final = [
    sentence
    for game in GAMES.values()
    for sentence in (
        *(picture["words"] for picture in lesson_pictures(game)),
        *(line["say"] for line in guide(game)["lines"]),
    )
]
"""What lessons say of their own cards."""


@dataclass(frozen=True)
class Knowledge:
    """What one viewer may know: all else is hidden."""

    hidden: tuple[Deal, ...]
    """The deals whose seed is not for this viewer."""
    views: frozenset[str]
    """The tables that may be shown, as `spelled`."""
    logs: frozenset[tuple[str, ...]]
    """The logs that may be shown."""
    secret_logs: tuple[tuple[str, ...], ...]
    """The logs of others that may not be shown."""

    @cached_property
    def shown(self) -> frozenset[str]:
        """Every card that was ever face up in a table that may be shown."""
        return frozenset(
            card for text in self.views for pile in json.loads(text)["piles"].values() for card in pile
        )

    def leaks(self, *parts: bytes) -> list[str]:
        """What was found in a status line, headers, body or message that should not be there."""
        whole = b"\n".join(parts)
        found = [f"seed or key as {spelling!r}" for spelling in self._spellings if spelling in whole]
        found += [f"in words: {sign}" for sign in self._in_words(whole)]
        lower = whole.lower()
        found += [f"seed {deal.seed}" for deal in self.hidden if deal.seed.lower().encode() in lower]
        found += [f"deck order: {stretch}" for stretch in self._deck_order(whole)]
        for part in parts:
            values = list(_json_in(part))
            for value in values:
                found += self._in_json(value, "")
            text = JSON_IN_PAGES.sub(b"", part) if b"<html" in part else b"" if values else part
            if self._sequences and (hit := self._sequences.search(text)):
                found.append(f"another player's moves: {hit.group()!r}")
        return found

    def _in_words(self, whole: bytes) -> Iterator[str]:
        """Cards that a sentence or a template names and that were never shown; in JSON their signs may be
        escaped.
        """
        text = ESCAPED.sub(lambda hit: chr(int(hit[1], 16)), whole.decode(errors="replace"))
        if any(suit in text for suit in SUITS) and IN_WORDS.search(text):
            for sentence in LESSONS_SAY:
                text = text.replace(sentence, "")
            yield from sorted(set(IN_WORDS.findall(text)) - self._named)
        if IN_TEMPLATES.search(text):
            for example in DOCUMENTED:
                text = text.replace(example, "")
            yield from sorted(set(IN_TEMPLATES.findall(text)) - self._named)

    @cached_property
    def _named(self) -> frozenset[str]:
        """How sentences and templates name the cards that were ever face up in a table that may be shown."""
        tables = (json.loads(table)["piles"] for table in self._allowed)
        shown = {card for piles in tables for pile in piles.values() for card in pile}
        cards = [CARD_WORDS[CARDS[card]] for card in shown - {FACE_DOWN}]
        return frozenset(name for card in cards for name in (card.words(), card.template()))

    def _in_json(self, value: Any, key: str) -> Iterator[str]:
        match value:
            case {"steps": [*steps], **rest}:
                yield from self._in_steps(steps)
                yield from self._in_json(rest, key)
                return
            case {"piles": _}:
                if spelled(value) not in self._allowed | PICTURES:
                    yield f"a table that is not for this viewer: {json.dumps(value)[:300]}"
                yield from self._in_json({name: value[name] for name in value.keys() - OF_A_VIEW}, key)
                return
            case {"moves": [*moves]} if key != "errors" and tuple(moves) not in self.logs:
                yield f"a log that is not for this viewer: {moves}"
            case [*texts] if texts and all(isinstance(text, str) for text in texts):
                if CARDS.keys() & set(texts) and set(texts) <= CARDS.keys() | {FACE_DOWN}:
                    yield f"cards outside a table: {texts}"
                if set(texts) <= WORDS and tuple(texts) not in self.logs:
                    yield f"moves outside a log: {texts}"
        match value:
            case dict():
                for name, inner in value.items():
                    yield from self._in_json(inner, name)
            case list():
                for inner in value:
                    yield from self._in_json(inner, key)
            case str() if value[:1] in ("{", "["):
                for inner in _json_in(value.encode(errors="replace")):
                    yield from self._in_json(inner, key)

    def _in_steps(self, steps: Sequence[dict[str, Any]]) -> Iterator[str]:
        """The tables of a replay, of which each step has the piles that changed."""
        piles: dict[str, Any] = {}
        for step in steps:
            piles = piles | step["piles"]
            if json.dumps(piles, sort_keys=True) not in self._tables:
                yield f"a step that is not for this viewer: {json.dumps(step)[:300]}"

    @cached_property
    def _tables(self) -> frozenset[str]:
        """The piles of every table that may be shown."""
        return frozenset(json.dumps(json.loads(text)["piles"], sort_keys=True) for text in self._allowed)

    @cached_property
    def _allowed(self) -> frozenset[str]:
        return self.views | views_of(EVERYBODYS, ())

    @cached_property
    def _spellings(self) -> list[bytes]:
        return [spelling for deal in self.hidden for spelling in spellings(deal)]

    def _deck_order(self, whole: bytes) -> Iterator[Stretch]:
        """Cards in the order of a hidden deck with one among them that was never shown, or their numbers."""
        for names in (hit.groups() for hit in CARDS_IN_A_ROW.finditer(whole)):
            if names in self._stretches:
                yield names
        for run in DIGITS_IN_A_ROW.finditer(whole):
            digits = re.sub(BETWEEN, b"", run.group())
            for start in range(len(digits) - NUMBERS + 1):
                for numbers in self._numbered.get(digits[start : start + NUMBERS], ()):
                    if re.compile(_apart(numbers)).search(whole, run.start(), run.end() + 1):
                        yield numbers
        for piece in set(LONG_NUMBER.findall(whole)):
            for start in range(len(piece) - IN_ONE_PIECE + 1):
                for joined, numbers in self._joined.get(piece[start : start + IN_ONE_PIECE], ()):
                    if piece.startswith(joined, start):
                        yield numbers

    @cached_property
    def _stretches(self) -> set[Stretch]:
        """Names of cards that come one after the other in a hidden deck."""
        names = (tuple(NAMES[card].encode() for card in cards) for cards in self._hidden_stretches(3))
        return {stretch for stretch in names if not {name.decode() for name in stretch} <= self.shown}

    @cached_property
    def _numbered(self) -> Mapping[bytes, list[Stretch]]:
        """Numbers of cards that come one after the other in a hidden deck, by their first digits."""
        found = defaultdict(list)
        for cards in self._hidden_stretches(NUMBERS):
            numbers = tuple(str(card).encode() for card in cards)
            found[b"".join(numbers)[:NUMBERS]].append(numbers)
        return found

    @cached_property
    def _joined(self) -> Mapping[bytes, list[tuple[bytes, Stretch]]]:
        """Longer runs of such numbers, written with nothing between them, by their first digits."""
        found = defaultdict(list)
        for cards in self._hidden_stretches(IN_ONE_PIECE):
            numbers = tuple(str(card).encode() for card in cards)
            joined = b"".join(numbers)
            found[joined[:IN_ONE_PIECE]].append((joined, numbers))
        return found

    def _hidden_stretches(self, length: int) -> Iterator[tuple[int, ...]]:
        for deal in self.hidden:
            cards = deal.cards
            for order in (cards, cards[::-1]):
                yield from (order[n : n + length] for n in range(len(order) - length + 1))

    @cached_property
    def _sequences(self) -> re.Pattern[bytes] | None:
        """Any three moves in a row that stand in a hidden log and in no log that may be seen."""
        known, hidden = (
            {log[n : n + 3] for log in logs for n in range(len(log) - 2)}
            for logs in (self.logs, self.secret_logs)
        )
        patterns = {_in_a_row([move.encode() for move in moves]) for moves in hidden - known}
        return re.compile(b"|".join(sorted(patterns))) if patterns else None


def _in_a_row(items: Sequence[bytes]) -> bytes:
    """The pattern of a text with these items one after the other."""
    return rb"\b" + BETWEEN.join(map(re.escape, items)) + rb"\b"


def _apart(numbers: Stretch) -> bytes:
    """The pattern of a text with these numbers one after the other, and something between each two."""
    return rb"\b" + (rb"\b" + BETWEEN + rb"\b").join(numbers) + rb"\b"


def spelled(table: dict[str, Any]) -> str:
    """A view as one text: the order of `legal` means nothing."""
    shown = {name: table[name] for name in table.keys() & OF_A_VIEW}
    return json.dumps({**shown, "legal": sorted(table.get("legal", ()))}, sort_keys=True)


def views_of(deal: Deal, moves: Sequence[str]) -> set[str]:
    """Every table that a player of these moves is shown on the way."""
    return {spelled(view(position)) for position in deal.positions(moves)}


def spellings(deal: Deal) -> set[bytes]:
    """All the ways in which a seed, or the key that shuffles its deck, might be written in a text."""
    seed = deal.seed.encode()
    key = sha256(f"evendeal-deal-1\n{deal.game}\n{deal.seed}".encode()).digest()
    raw = [seed, key]
    if re.fullmatch(r"[0-9a-f]{32}", deal.seed):
        raw.append(bytes.fromhex(deal.seed))
    found = {seed, seed[::-1], key.hex().encode(), str(int.from_bytes(key)).encode()}
    found |= {b"".join(b"%%%02x" % byte for byte in seed), b"".join(b"&#%d;" % byte for byte in seed)}
    for secret in raw:
        found |= {secret, secret.hex().encode(), secret.hex().upper().encode(), base64.b32encode(secret)}
        for offset in range(3):  # where it stands in a longer text
            encoded = base64.b64encode(bytes(offset) + secret)
            inside = encoded[(offset * 8 + 5) // 6 : len(encoded) - 4]
            found |= {inside, inside.translate(bytes.maketrans(b"+/", b"-_"))}
    return {spelling for spelling in found if len(spelling) >= 8}


def _json_in(part: bytes) -> Iterator[Any]:
    """The JSON that a body is, holds line by line, or carries in the scripts of a page."""
    for text in (part, *JSON_IN_PAGES.findall(part)):
        try:
            yield json.loads(text)
        except ValueError:
            continue
        if text is part:
            return
    for line in part.splitlines():
        stripped = line.removeprefix(b"data:").strip()
        if stripped[:1] in (b"{", b"["):
            try:
                yield json.loads(stripped)
            except ValueError:
                continue
