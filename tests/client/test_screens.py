"""What is shown in a terminal: it fits, can be read without colours, and is told in words where asked."""

import io
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from rich.console import Console

from evendeal.cli import playing, standings, table, watching
from evendeal.cli.cards import sign
from evendeal.cli.choosing import legal_in_order, meant
from evendeal.cli.contests import listing
from evendeal.cli.ending import show_ending
from evendeal.cli.game import play_game
from evendeal.cli.screen import Screen
from evendeal.cli.seats import OwnSeat, ServedSeat
from evendeal.errors import problem_of
from evendeal.seeing import Sight, taken_from
from games import GAMES
from games.catalogue import PLURALS
from games.language import ENGLISH
from games.replay import play

DEALS = [
    (slug, {option: value})
    for slug, game in GAMES.items()
    for option, values in (game.options or {"": ("",)}).items()
    for value in values
]
BY_NAME = pytest.mark.parametrize(("slug", "rules"), DEALS, ids=[f"{slug}-{rules}" for slug, rules in DEALS])


class AsciiFile(io.StringIO):
    encoding = "ascii"


def screen(
    *, plain: bool = False, only_ascii: bool = False, language: str = ENGLISH
) -> tuple[Screen, io.StringIO]:
    file = AsciiFile() if only_ascii else io.StringIO()
    console = Console(file=file, width=80, height=24, highlight=False)
    return Screen(plain, console, language), file


def game(slug: str, rules: dict[str, str], most: int) -> list[tuple[OwnSeat, Sight]]:
    """The seat, and what is seen, after every few moves of a game that chance plays."""
    given = {option: value for option, value in rules.items() if option}
    seat, chance, shown = OwnSeat(GAMES[slug].open("screens", given), "screens"), Random(1), []
    sight = Sight(seat.view)
    while seat.running and len(seat.moves) < most:
        shown.append((seat, sight))
        move = chance.choice(seat.view["legal"])
        seat.play(move)
        sight = Sight(seat.view, taken_from(move))
    return [*shown[::9], (seat, sight)]


@BY_NAME
@pytest.mark.parametrize("language", PLURALS)
def test_a_table_fits_into_80_columns_and_24_lines_with_the_place_for_the_answer(
    slug, rules, language
) -> None:
    for seat, sight in game(slug, rules, 90):
        made, file = screen(language=language)
        sight.language = language
        table.show(made, seat, sight, "What happened is told here.")
        lines = file.getvalue().splitlines()
        assert len(lines) <= 23
        assert max(map(len, lines)) <= 80


@BY_NAME
def test_every_exposed_card_is_drawn(slug, rules) -> None:
    for _, sight in game(slug, rules, 60):
        drawn = "\n".join(line.plain for line in table.table_lines(sight, 14))
        exposed = [cards[-1] for pile, cards in sight.view["piles"].items() if cards and pile != "discard"]
        assert all(sign(card) in drawn for card in exposed)


@BY_NAME
def test_in_words_there_are_no_pictures_and_every_move_has_its_number(slug, rules) -> None:
    seat, sight = game(slug, rules, 30)[-1]
    made, file = screen(plain=True)
    table.show(made, seat, sight)
    said = file.getvalue()
    assert not set("╭╮╰╯│░┆") & set(said)
    assert all(f"\n{n}. " in said for n in range(1, 1 + len(sight.view["legal"])))


def test_a_pile_is_told_with_what_it_is_called_in_moves() -> None:
    def told(slug: str) -> str:
        return "\n".join(table.piles_in_words(Sight(OwnSeat(GAMES[slug].open("pub"), "pub").view)))

    assert "the centre: 1 face down (say c)" in told("three-by-three")
    assert "(say stock)" not in told("three-by-three")
    assert "(say" not in told("winabit").replace("(say waste)", "").replace("(say pulled)", "")


def test_an_empty_place_of_the_pyramid_is_not_told() -> None:
    _, sight = game("pyramid", {}, 60)[-1]
    empty = {pile for pile, cards in sight.view["piles"].items() if not cards}
    told = {line.partition(":")[0] for line in table.piles_in_words(sight) if line.endswith(": empty")}
    assert {pile for pile in empty if pile[0] in "abcdefg"}
    assert told == {sight.name(pile) for pile in empty if pile in ("stock", "waste", "discard")}


@pytest.mark.parametrize(
    ("slug", "play", "undone"), [("well", "sealed", True), ("wish", "sealed", False), ("wish", "open", True)]
)
def test_moves_are_taken_back_in_open_play_and_where_no_card_is_hidden(slug, play, undone) -> None:
    class Site:
        def table(self, attempt: object) -> None:
            return None

    attempt = {"round": 1, "view": OwnSeat(GAMES[slug].open("pub"), "pub").view}
    seat = ServedSeat(Site(), {"name": "Friday", "rounds": [1], "play": play}, attempt)  # type: ignore[arg-type]
    assert seat.may_undo is undone


def test_a_terminal_of_few_characters_gets_those_alone() -> None:
    seat, sight = game("winabit", {}, 20)[-1]
    made, file = screen(only_ascii=True)
    table.show(made, seat, sight, "5♥ came")
    assert file.getvalue().isascii()
    assert "5H came" in file.getvalue()


def test_what_a_terminal_would_obey_is_not_printed() -> None:
    made, file = screen()
    made.say("Ada\x1b[2J [red]Bob[/red]\u202e")
    assert file.getvalue() == "Ada?[2J [red]Bob[/red]?\n"
    player = {"id": "e", "name": "E\x1bve [b]", "bot": True}
    row = {"rank": 1, "tied": True, "player": player, "disqualified": False}
    made.console.print(standings.as_table([{**row, "total": 3}], "Friday [b]", "", None, 5))
    assert "│ 1= │ E?ve [b] (bot)" in file.getvalue()
    assert "Friday [b]" in file.getvalue()


def test_who_is_not_ranked_has_a_dash_and_no_total() -> None:
    waiting = {"rank": None, "tied": False, "player": {"name": "Ada", "bot": False}, "disqualified": False}
    assert standings.as_lines([{**waiting, "total": 90}]) == ["\N{EN DASH} Ada \N{EN DASH}"]


@pytest.mark.parametrize("language", PLURALS)
def test_the_id_of_a_contest_is_not_cut_because_it_is_to_be_typed(language) -> None:
    class Site:
        def competitions(self, **asked: object) -> Iterator[dict[str, object]]:
            told = {"name": "Three By Three, 29 November 2026", "play": "sealed", "state": "closed"}
            yield told | {"id": "hqquvdpu2uaz536k", "rounds": [{"game": "three-by-three"}], "url": ""}

    made, file = screen(language=language)
    listing(made, Site(), None, None, False, 20)  # type: ignore[arg-type]
    assert " hqquvdpu2uaz536k │\n" in file.getvalue()


@pytest.mark.parametrize("plain", [True, False])
def test_it_says_how_many_rows_of_the_standings_are_not_shown(plain: bool) -> None:
    class Site:
        token = None

        def competition(self, contest: str) -> dict[str, object]:
            return {"name": "Friday", "state": "running"}

        def standings(self, contest: str, *, limit: int, version: int | None) -> dict[str, object]:
            player = {"id": "e", "name": "Eve", "bot": False}
            row = {"rank": 1, "tied": False, "player": player, "disqualified": False, "total": 3}
            return {"version": 1, "total": 2 * limit, "frozen": False, "results": [row] * limit}

    made, file = screen(plain=plain)
    watching.watch(made, Site(), "c", once=True)  # type: ignore[arg-type]
    assert "These are the first 200 of 400" in file.getvalue()


def test_of_players_with_one_name_only_oneself_is_set_off() -> None:
    def row(player: str) -> dict[str, object]:
        told = {"id": player, "name": "Ada", "bot": False}
        return {"rank": 1, "tied": True, "player": told, "disqualified": False, "total": 3}

    class Site:
        token = "secret"

        def me(self) -> dict[str, object]:
            return {"id": "second", "name": "Ada"}

        def competition(self, contest: str) -> dict[str, object]:
            return {"name": "Friday", "state": "running"}

        def standings(self, contest: str, *, limit: int, version: int | None) -> dict[str, object]:
            rows = [row(player) for player in ("first", "second", "third")]
            return {"version": 1, "total": 3, "frozen": False, "results": rows}

    file = io.StringIO()
    made = Screen(False, Console(file=file, width=80, height=24, force_terminal=True))
    watching.watch(made, Site(), "c", once=True)  # type: ignore[arg-type]
    first, second, third = (line for line in file.getvalue().splitlines() if "Ada" in line)
    green = "\x1b[1;32m"
    assert (green in first, green in second, green in third) == (False, True, False)


class EndedByTheClock(OwnSeat):
    """A seat whose next move comes after the deadline."""

    def play(self, move: str) -> None:
        self.finish()
        raise problem_of(409, {"code": "attempt_finished", "detail": "It has ended."})


def is_taken_up(seat: OwnSeat) -> Callable[[str], bool]:
    """Whether a move takes up a card that is still to be laid."""
    opening = GAMES[seat.view["game"]].open(seat.seed, seat.view["rules"])
    return lambda move: play(opening, move).table.origin is not None  # type: ignore[union-attr]


@BY_NAME
@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize(
    ("kind", "keys", "end"),
    [
        (OwnSeat, ["g", "y"], "Given up."),
        (EndedByTheClock, ["1"], "The attempt has ended."),
        (OwnSeat, ["u", "1", "u 0", "g", "y"], "Given up."),
        (OwnSeat, ["m", "", "p", "", "h", "t", "?", "", "q"], ""),
    ],
    ids=["given up", "ended by the clock", "taken back", "looked at"],
)
def test_a_game_ends_and_goes_back_in_the_middle_of_a_move(slug, rules, plain, kind, keys, end, monkeypatch):
    """Where a card is turned or pulled, and still to be laid, in games that have such moves."""
    given = {option: value for option, value in rules.items() if option}
    seat = kind(GAMES[slug].open("pub", given), "pub")
    taken = next(filter(is_taken_up(seat), seat.view["legal"]), None)
    OwnSeat.play(seat, taken or seat.view["legal"][0])
    assert taken or slug not in ("winabit", "three-by-three")
    typed = iter(keys)
    made, file = screen(plain=plain)
    monkeypatch.setattr(made, "ask", lambda question: next(typed))
    monkeypatch.setattr(made, "agrees", lambda question, otherwise: next(typed) == "y")
    play_game(made, seat)
    assert end in file.getvalue()
    if not seat.running:
        after = file.getvalue().rpartition(end)[2]
        assert "\n1. " not in after
        assert "\n 1 " not in after, "no move is offered after the end"


@pytest.mark.parametrize("slug", ["winabit", "three-by-three"])
def test_the_log_is_kept_whatever_ends_the_game(slug, tmp_path, monkeypatch) -> None:
    def stopped(made: Screen, seat: OwnSeat) -> None:
        seat.play(seat.view["legal"][0])
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "play_game", stopped)
    made, _ = screen()
    with pytest.raises(KeyboardInterrupt):
        playing.practise(made, slug, "pub", [], tmp_path / "log.json")
    assert len(json.loads((tmp_path / "log.json").read_text())["moves"]) == 1


@BY_NAME
def test_whatever_is_offered_is_understood_as_it_is_offered(slug, rules) -> None:
    for _, sight in game(slug, rules, 60):
        moves = legal_in_order(sight)
        assert [meant(sight, str(n)) for n in range(1, len(moves) + 1)] == moves
        assert [meant(sight, f" {move.upper()} ") for move in moves] == moves


def test_a_card_on_its_way_is_said_with_where_it_came_from() -> None:
    seat = OwnSeat(GAMES["three-by-three"].open("pub"), "pub")
    while not seat.last or not seat.last.startswith("turn"):
        seat.play(legal_in_order(Sight(seat.view))[0])
    sight = Sight(seat.view, taken_from(seat.last))
    assert " from the " in sight.words(sight.view["legal"][0])


@pytest.mark.parametrize(
    ("row", "states", "words"),
    [
        (
            {"rank": 11, "tied": False, "among": 13},
            ["closed", "scheduled"],
            "You are 11th of 13 after round 1 in Friday.",
        ),
        ({"rank": 1, "tied": True, "among": 2}, ["closed", "open"], "You are joint 1st of 2 in Friday."),
        ({"rank": 23, "tied": False, "among": 30}, ["open"], "You are 23rd of 30 in Friday."),
        ({"rank": 1, "tied": False, "among": 1}, ["open"], None),
        ({"rank": None, "tied": False, "among": 4}, ["open"], None),
    ],
)
def test_a_place_is_one_of_many_and_says_after_which_round(row, states, words) -> None:
    rounds = [{"number": number, "state": state} for number, state in enumerate(states, 1)]
    place = standings.place_in_contest(row, {"name": "Friday", "rounds": rounds})  # type: ignore[typeddict-item]
    assert (place and place.words()) == words


@pytest.mark.parametrize("plain", [True, False])
def test_an_ending_judges_shows_the_scale_and_says_how_to_go_on(plain) -> None:
    words = "From 0, a perfect game, to 32, the worst: You 6, The middle 9, Our bot 12."
    dots = [("you", "You", 6.0), ("middle", "The middle", 9.0), ("bot", "Our bot", 12.0)]
    scale = {"best": 0, "top": "perfect", "worst": 32, "words": words}
    ending: Any = {
        "judged": "6 cards left: good.",
        "beside": "You beat 6 of 12.",
        "scale": scale | {"dots": [dict(zip(("whose", "name", "score"), dot, strict=True)) for dot in dots]},
        "lesson": None,
        "share": "Evendeal · Wish · 28 Nov · 6 left",
        "next": {"step": "daily", "competition": "c1", "round": 1, "words": "Next: Well"},
        "daily": None,
    }
    shown, file = screen(plain=plain)
    show_ending(shown, ending)
    said = file.getvalue()
    assert said.startswith("6 cards left: good.\nYou beat 6 of 12.\n")
    assert "Next: Well: evendeal play c1 --round 1\n" in said
    assert (words in said, "● You 6   │ The middle 9   □ Our bot 12" in said) == (plain, not plain)
