"""A whole game in the terminal: show the table, ask for a move, make it, until the game is over."""

from __future__ import annotations

from evendeal.cli import table
from evendeal.cli.choosing import legal_in_order, meant
from evendeal.cli.screen import Screen
from evendeal.cli.seats import Seat
from evendeal.errors import AttemptFinished, Problem
from evendeal.seeing import Sight, taken_from
from games import GAMES

HELP = """\
A move is its number; or its words as in a log, like "{example}"; or just its piles.
Enter alone makes the only move there is.

  m  all moves            p  every pile in words
  t  the table again      r  the rules of the game
  h  a hint (practice)
  u  take one move back (open play, and {undone}); u 12 goes back to move 12
  g  give up: the game counts as it stands
  q  leave, and go on later
  ?  this help"""


def play_game(screen: Screen, seat: Seat) -> bool:
    """Play until the game is over or the player leaves; returns whether it is over."""
    sight = _sight_now(screen, seat)
    table.show(screen, seat, sight, "Type ? for help.")
    while seat.running:
        question = "Your move?" if screen.plain else ">"
        typed = screen.ask(question)
        if typed is None or typed in ("q", "quit"):
            return False
        sight = _done(screen, seat, sight, typed)
    return True


def _done(screen: Screen, seat: Seat, sight: Sight, typed: str) -> Sight:
    """Do what was typed and show the outcome; returns the new sight."""
    command, _, rest = typed.partition(" ")
    try:
        match command:
            case "?" | "help":
                _page(
                    screen,
                    seat,
                    sight,
                    HELP.format(
                        example=(legal_in_order(sight) or ["draw"])[0], undone=_undone(screen.language)
                    ),
                )
            case "m" | "moves":
                _page(screen, seat, sight, "\n".join(table.numbered_moves(sight)))
            case "p" | "piles":
                _page(screen, seat, sight, "\n".join(table.piles_in_words(sight)))
            case "r" | "rules":
                _page(screen, seat, sight, sight.game.about_in(screen.language).rules_text)
            case "t" | "table":
                table.show(screen, seat, sight)
            case "h" | "hint":
                _say(screen, seat, sight, _hint(seat, screen.language))
            case "u" | "undo":
                return _back(screen, seat, sight, rest)
            case "g" | "give":
                return _give_up(screen, seat, sight)
            case _:
                return _move(screen, seat, sight, typed)
    except AttemptFinished:
        return _ended(screen, seat, "The attempt has ended.")
    except Problem as problem:
        sight = _sight_now(screen, seat)
        _say(screen, seat, sight, problem.detail)
    return sight


def _move(screen: Screen, seat: Seat, sight: Sight, typed: str) -> Sight:
    moves = legal_in_order(sight)
    if not typed and len(moves) == 1:
        move: str | None = moves[0]
    else:
        move = meant(sight, typed) if typed else None
    if move is None:
        _say(screen, seat, sight, f"{typed} is none of the moves; ? is help." if typed else "Which move?")
        return sight
    seat.play(move)
    then = _sight_now(screen, seat)
    happened = f"{sight.words(move, then)}."
    if screen.plain and seat.running:
        score = f"Score {then.view['score']} if you stop now: {then.outcome}."
        screen.say(_upper(happened), *table.changed(sight, then), score, *table.numbered_moves(then))
    else:
        table.show(screen, seat, then, _upper(happened))
    return then


def _undone(language: str) -> str:
    """Return the games that allow taking moves back in sealed play, because they hide no card."""
    return ", ".join(game.title.words(language) for game in GAMES.values() if not game.hides_cards({}))


def _back(screen: Screen, seat: Seat, sight: Sight, rest: str) -> Sight:
    if not seat.may_undo:
        _say(screen, seat, sight, "In a sealed round a move that is made stays made.")
        return sight
    ply = int(rest) if rest.isdecimal() else sight.view["ply"] - 1
    if ply < 0:
        _say(screen, seat, sight, "There is no move to take back.")
        return sight
    seat.undo(ply)
    then = _sight_now(screen, seat)
    table.show(screen, seat, then, f"Back at move {then.view['ply']}.")
    return then


def _give_up(screen: Screen, seat: Seat, sight: Sight) -> Sight:
    question = f"Give up with score {sight.view['score']} ({sight.outcome})?"
    if not screen.agrees(question, otherwise=False):
        _say(screen, seat, sight, "Then go on.")
        return sight
    seat.finish()
    return _ended(screen, seat, "Given up.")


def _ended(screen: Screen, seat: Seat, said: str) -> Sight:
    sight = _sight_now(screen, seat)
    table.show(screen, seat, sight, said)
    return sight


def _sight_now(screen: Screen, seat: Seat) -> Sight:
    """The current sight, also in the middle of a move, when a card has been taken and not laid."""
    return Sight(seat.view, taken_from(seat.last), screen.language)


def _hint(seat: Seat, language: str) -> str:
    if not seat.may_have_hints:
        return "In a contest there are no hints, only in practice."
    hint = seat.hint(language)
    return (
        f"Perhaps: {hint['words']} ({hint['move']}), because {hint['why']}."
        if hint
        else "Nothing to hint at."
    )


def _say(screen: Screen, seat: Seat, sight: Sight, said: str) -> None:
    if screen.plain:
        screen.say(said)
    else:
        table.show(screen, seat, sight, said)


def _page(screen: Screen, seat: Seat, sight: Sight, text: str) -> None:
    """Show a text instead of the table."""
    screen.clear()
    screen.say(text)
    if not screen.plain:
        screen.ask("Enter goes back to the table.")
        table.show(screen, seat, sight)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
