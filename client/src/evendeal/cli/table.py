"""A table on the screen: drawn with cards, or described pile by pile, with the possible moves."""

from __future__ import annotations

from datetime import UTC, datetime

from rich.text import Text

from evendeal.cli.cards import Canvas
from evendeal.cli.choosing import legal_in_order
from evendeal.cli.layouts import draw
from evendeal.cli.screen import Screen, text_in
from evendeal.cli.seats import Seat
from evendeal.seeing import Sight
from games.language import Message

MENU = 5
"""The number of lines that are left for moves below a table, if the screen is high enough."""

BESIDE = 5
"""The number of lines for the title, the score, the last event, the question and its answer."""


def show(screen: Screen, seat: Seat, sight: Sight, happened: str | Message = "") -> None:
    """Clear the screen, and show the title, the score, the table, what has `happened` and the menu of moves.
    A plain screen is not cleared, and gets all of this as text."""
    if screen.plain:
        moves = numbered_moves(sight) if seat.running else []
        screen.say(*headings(seat, sight), *([happened] if happened else []), *piles_in_words(sight), *moves)
        return
    screen.clear()
    title, score = headings(seat, sight)
    table = table_lines(sight, max(12, screen.height - BESIDE - MENU))
    screen.say(Text(title, style="bold"), Text(score, style="dim"), *table)
    screen.say(Text(text_in(happened, screen.language), style="italic"))
    if seat.running:
        screen.say(*menu(sight, screen.width, max(2, screen.height - BESIDE - len(table))))


def headings(seat: Seat, sight: Sight) -> tuple[str, str]:
    view, language = sight.view, sight.language
    ways = sight.game.about_in(language).ways
    rules = ", ".join(ways[way] for way in view["rules"].items())
    name = sight.game.title.words(language)
    game = f"{name} ({rules})" if rules else name
    move, score, outcome = view["ply"], view["score"], sight.outcome
    if not seat.running:
        said = Message("evendeal.score_at_end", move=move, score=score, outcome=outcome)
    elif seat.deadline is None:
        said = Message("evendeal.score_so_far", move=move, score=score, outcome=outcome)
    else:
        left = _left(seat.deadline)
        said = Message("evendeal.score_on_the_clock", move=move, score=score, outcome=outcome, time=left)
    return f"{game} · {seat.title.words(language)}", said.words(language)


def table_lines(sight: Sight, room: int) -> list[Text]:
    canvas = Canvas()
    draw(canvas, sight, room)
    return canvas.lines()


def piles_in_words(sight: Sight) -> list[str]:
    """Return every pile in words, with the name that moves use. Empty places without a sign are left out."""
    piles, signs = sight.view["piles"], sight.signs
    called = {word for move in sight.game.vocabulary(sight.view["rules"]) for word in move.split()[1:]}
    return [
        _pile_to_say(sight, pile) if pile in called - set(sight.name(pile).split()) else sight.pile(pile)
        for pile in piles
        if piles[pile] or pile in signs
    ]


def _pile_to_say(sight: Sight, pile: str) -> str:
    """A pile in words, with `pile`, the name that moves use."""
    return Message("evendeal.pile_to_say", pile=sight.pile(pile), name=pile).words(sight.language)


def changed(before: Sight, sight: Sight) -> list[str]:
    """Return the piles that have changed, in words."""
    piles = sight.view["piles"]
    return [sight.pile(pile) for pile in piles if piles[pile] != before.view["piles"].get(pile)]


def numbered_moves(sight: Sight) -> list[str]:
    """Return every move with its number, in words and as it is written in a log."""
    return [f"{n}. {sight.words(move)} ({move})" for n, move in enumerate(legal_in_order(sight), 1)]


def menu(sight: Sight, width: int, room: int) -> list[Text]:
    """Return as many moves as fit, in columns that are read from top to bottom."""
    entries = [_entry(n, sight.words(move)) for n, move in enumerate(legal_in_order(sight), 1)]
    if not entries:
        return []
    widest = max(map(len, entries)) + 2
    across = max(1, width // widest)
    down = -(-len(entries) // across)
    more = ""
    if down > room:
        kept = max(1, (room - 1) * across)
        more = Message("evendeal.more_moves", moves=len(entries) - kept).words(sight.language)
        entries, down = entries[:kept], max(1, room - 1)
    lines = [
        Text("".join(f"{entry:<{widest}}" for entry in entries[row::down]).rstrip()) for row in range(down)
    ]
    return [*lines, *([Text(more, style="dim")] if more else [])]


def _entry(number: int, words: str) -> str:
    return f"{number:>2} {words}"


def _left(deadline: datetime) -> str:
    seconds = max(0, int((deadline - datetime.now(UTC)).total_seconds()))
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes}:{seconds:02}"
