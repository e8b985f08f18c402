"""What games say: each code has a text and each text a code, with the same facts, and the words are right."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator

import pytest

from games import GAMES, catalogue
from games.cards import SIGNS
from games.catalogue import PLURALS, Template, Variants, parsed, texts
from games.language import Message, MessageError
from games.teacher import CARD_WORDS, pile_names

FOLDERS = ("", *(game.folder for game in GAMES.values()))
ABOUT = {"name", "feel", "goal", "source", "rules", "rulings"}
MAKERS = {"Message", *(each.__name__ for each in MessageError.__subclasses__())}


def made() -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the code and the names of the facts of every message that is made anywhere in the rules."""
    for file in sorted(catalogue.ROOM.glob("**/*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
                [code] = node.args
                if not isinstance(code, ast.Constant):
                    assert file.parent == catalogue.ROOM, "a game writes its codes out, to be found by them"
                else:
                    yield code.value, frozenset(each.arg for each in node.keywords if each.arg)


MADE = set(made())


def named(template: Template) -> set[str]:
    """Return the facts that a template names."""
    if isinstance(template, Variants):
        return {template.fact}.union(*map(named, template.cases.values()))
    return {fact for fact, _ in template.facts}


def in_folder(code: str) -> str:
    return code.partition(".")[0] if "." in code else ""


def forms(template: Template) -> set[str]:
    if isinstance(template, Variants):
        return set().union(*map(forms, template.cases.values()))
    return {form for _, form in template.facts if form}


def choices(template: Template) -> Iterator[Variants]:
    if isinstance(template, Variants):
        yield template
        for case in template.cases.values():
            yield from choices(case)


def written(folder: str, language: str = "en") -> dict[str, Template]:
    """Return the texts of a game by their whole codes, without the names of its piles."""
    said = {
        code: parsed(text) for code, text in texts(folder, language).items() if not code.startswith("pile.")
    }
    return {f"{folder}.{code}" if folder else code: text for code, text in said.items()}


EVERY_FORM = set().union(*(forms(text) for folder in FOLDERS for text in written(folder).values()))


def described(folder: str) -> set[tuple[str, frozenset[str]]]:
    """Return the messages that describe a game, with their facts."""
    [game] = (game for game in GAMES.values() if game.folder == folder)
    parts = {(f"{folder}.{part}", frozenset[str]()) for part in ABOUT}
    return parts | ({(f"{folder}.way", frozenset({"option", "value"}))} if game.options else set())


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_message_has_a_text_that_names_its_facts_and_every_text_is_said(folder):
    said = {(code, frozenset(named(text))) for code, text in written(folder).items()}
    about = described(folder) if folder else set()
    lists = {(f"list_{form}", frozenset({"left", "right"})) for form in EVERY_FORM}
    assert said == {(code, facts) for code, facts in MADE | lists | about if in_folder(code) == folder}


@pytest.mark.parametrize("language", PLURALS)
@pytest.mark.parametrize("folder", FOLDERS)
def test_a_choice_by_number_has_a_text_for_every_number(folder, language):
    categories = {PLURALS[language](number) for number in range(200)}
    for code, text in written(folder, language).items():
        for choice in choices(text):
            if choice.fact == "value":
                continue  # of an option, which may be called like a category
            if any(re.fullmatch(r"=\d+", case) or case in categories for case in choice.cases):
                assert {case for case in choice.cases if not case.startswith("=")} <= categories, code
                assert "other" in choice.cases, code


def test_a_card_is_said_as_it_is_written_elsewhere():
    assert tuple(card.words() for card in CARD_WORDS) == SIGNS


@pytest.fixture
def another_language(monkeypatch, tmp_path):
    """Two sentences of Well in a language whose words change with their place."""
    shared = {"list_and": "{left} und {right}", "list_comma": "{left}, {right}", "card": "{suit}{rank}"}
    said = {
        "carried": {"card": {"other": "{card} von {source:from} auf {target:to}"}},
        "more_can_be_home": {"cards": {"one": "noch eine in {moves}", "other": "noch {cards} in {moves}"}},
        "pile.left": {"form": {"from": "der linken Reihe", "to": "die linke Reihe", "other": "linke Reihe"}},
        "pile.1": {"form": {"from": "Reihe 1", "other": "Reihe 1"}},
        "covered": "bedeckt von {cards:and}",
    }
    names = {"left": "linke Reihe", "1": "Reihe 1"}
    for folder, content in (("messages", shared), ("well/messages", said), ("well/pile_names", names)):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "de.json").write_text(json.dumps(content))
    monkeypatch.setattr(catalogue, "ROOM", tmp_path)
    monkeypatch.setattr(catalogue, "PLURALS", {"de": PLURALS["en"]})


def test_another_language_has_its_own_order_and_its_own_forms_of_a_name(another_language):
    left, first = (Message(f"well.pile.{pile}") for pile in ("left", "1"))
    card = Message("card", rank=9, suit="♥")
    assert Message("well.carried", card=card, source=left, target=first).words("de") == (
        "♥9 von der linken Reihe auf Reihe 1"
    )
    assert (
        Message("well.carried", card=card, source=first, target=left).words("de").endswith("die linke Reihe")
    )
    assert left.words("de") == "linke Reihe"
    assert Message("well.covered", cards=(card, card, card)).words("de") == "bedeckt von ♥9, ♥9 und ♥9"
    assert Message("well.more_can_be_home", cards=1, moves=2).words("de") == "noch eine in 2"


@pytest.mark.parametrize(
    ("code", "language"), [("game_over", "xx"), ("game_over", "../en"), ("nonesuch", "en")]
)
def test_an_unknown_code_or_language_is_an_error(code, language):
    with pytest.raises(LookupError):
        Message(code).words(language)


def test_the_names_of_piles_are_messages_of_their_game():
    assert pile_names("well")["left"] == Message("well.pile.left")
