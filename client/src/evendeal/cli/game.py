"""A whole game in the terminal: show the table, ask for a move, make it, until the game is over."""

from __future__ import annotations

from evendeal.cli import table
from evendeal.cli.choosing import legal_in_order, meant
from evendeal.cli.screen import Screen
from evendeal.cli.seats import Seat
from evendeal.errors import AttemptFinished, Problem
from evendeal.seeing import Sight, taken_from
from games import GAMES
from games.language import Message


def play_game(screen: Screen, seat: Seat) -> bool:
    """Play until the game is over or the player leaves. Return whether the game is over."""
    sight = _sight_now(screen, seat)
    table.show(screen, seat, sight, Message("evendeal.type_help"))
    while seat.running:
        question = Message("evendeal.your_move") if screen.plain else ">"
        typed = screen.ask(question)
        if typed is None or typed in ("q", "quit"):
            return False
        sight = _done(screen, seat, sight, typed)
    return True


def _done(screen: Screen, seat: Seat, sight: Sight, typed: str) -> Sight:
    """Do what the player typed, and show the outcome. Return the sight after that."""
    command, _, rest = typed.partition(" ")
    try:
        match command:
            case "?" | "help":
                example = (legal_in_order(sight) or ["draw"])[0]
                undone = _undone(screen.language)
                _page(screen, seat, sight, Message("evendeal.keys", example=example, undone=undone))
            case "m" | "moves":
                _page(screen, seat, sight, "\n".join(table.numbered_moves(sight)))
            case "p" | "piles":
                _page(screen, seat, sight, "\n".join(table.piles_in_words(sight)))
            case "r" | "rules":
                _page(screen, seat, sight, sight.game.about_in(screen.language).rules_text)
            case "t" | "table":
                table.show(screen, seat, sight)
            case "h" | "hint":
                _say(screen, seat, sight, _hint_of(seat, screen.language))
            case "u" | "undo":
                return _back(screen, seat, sight, rest)
            case "g" | "give":
                return _give_up(screen, seat, sight)
            case _:
                return _move(screen, seat, sight, typed)
    except AttemptFinished:
        return _ended(screen, seat, Message("evendeal.attempt_ended"))
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
        unclear = Message("evendeal.not_a_move", typed=typed) if typed else Message("evendeal.which_move")
        _say(screen, seat, sight, unclear)
        return sight
    seat.play(move)
    then = _sight_now(screen, seat)
    happened = Message("evendeal.happened", move=_upper(sight.words(move, then)))
    if screen.plain and seat.running:
        score = Message("evendeal.score_now", score=then.view["score"], outcome=then.outcome)
        screen.say(happened, *table.changed(sight, then), score, *table.numbered_moves(then))
    else:
        table.show(screen, seat, then, happened)
    return then


def _undone(language: str) -> str:
    """Return the games that allow taking moves back in sealed rounds, because they hide no card."""
    return ", ".join(game.title.words(language) for game in GAMES.values() if not game.hides_cards({}))


def _back(screen: Screen, seat: Seat, sight: Sight, rest: str) -> Sight:
    if not seat.may_undo:
        _say(screen, seat, sight, Message("evendeal.move_stays"))
        return sight
    ply = int(rest) if rest.isdecimal() else sight.view["ply"] - 1
    if ply < 0:
        _say(screen, seat, sight, Message("evendeal.nothing_to_take_back"))
        return sight
    seat.undo(ply)
    then = _sight_now(screen, seat)
    table.show(screen, seat, then, Message("evendeal.back_at", move=then.view["ply"]))
    return then


def _give_up(screen: Screen, seat: Seat, sight: Sight) -> Sight:
    question = Message("evendeal.give_up", score=sight.view["score"], outcome=sight.outcome)
    if not screen.agrees(question, otherwise=False):
        _say(screen, seat, sight, Message("evendeal.go_on"))
        return sight
    seat.finish()
    return _ended(screen, seat, Message("evendeal.given_up"))


def _ended(screen: Screen, seat: Seat, said: Message) -> Sight:
    sight = _sight_now(screen, seat)
    table.show(screen, seat, sight, said)
    return sight


def _sight_now(screen: Screen, seat: Seat) -> Sight:
    """The current view with its description, which is right even in the middle of a move, when a card was
    taken but not laid yet."""
    return Sight(seat.view, taken_from(seat.last), screen.language)


def _hint_of(seat: Seat, language: str) -> Message:
    if not seat.may_have_hints:
        return Message("evendeal.no_hints")
    hint = seat.hint(language)
    if not hint:
        return Message("evendeal.no_hint")
    return Message("evendeal.hint", words=hint["words"], move=hint["move"], why=hint["why"])


def _say(screen: Screen, seat: Seat, sight: Sight, said: str | Message) -> None:
    if screen.plain:
        screen.say(said)
    else:
        table.show(screen, seat, sight, said)


def _page(screen: Screen, seat: Seat, sight: Sight, text: str | Message) -> None:
    """Show a text instead of the table until the player presses Enter. A plain screen only prints the
    text."""
    screen.clear()
    screen.say(text)
    if not screen.plain:
        screen.ask(Message("evendeal.back_to_table"))
        table.show(screen, seat, sight)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
