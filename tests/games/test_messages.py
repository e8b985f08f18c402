"""What games and the terminal say: codes have texts and texts have codes, with the same facts."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from shutil import copytree
from typing import Any

import pytest
import typer

from evendeal.cli import app
from games import GAMES, catalogue
from games.answer import answer
from games.cards import CARDS, NAMES, SIGNS
from games.catalogue import PLURALS, Template, Variants, parsed, texts
from games.language import ENGLISH, Message, MessageError
from games.replay import Refused, play
from games.teacher import CARD_WORDS, pile_names

from .golden import GOLDEN

FOLDERS = ("", *(game.folder for game in GAMES.values()))
CLIENT = "evendeal"
SPEAKERS = (*FOLDERS, CLIENT)

HELP = catalogue.HOMES[CLIENT] / "cli" / "speech.py"
"""The module that asks for the help of each command by its name."""

ABOUT = {"name", "feel", "goal", "source", "rules", "rulings"}
WHOLE = {"feel", "goal", "source", "picture", "line", "command_line"}
"""What is said in sentences of its own, as texts of more paragraphs are. The rest stands within others."""

MAKERS = {"Message", *(each.__name__ for each in MessageError.__subclasses__())}


def made() -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the code and the names of the facts of every message that is made in the rules or the client."""
    for file in sorted([*catalogue.ROOM.glob("**/*.py"), *catalogue.HOMES[CLIENT].glob("**/*.py")]):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
                [code] = node.args
                if not isinstance(code, ast.Constant):
                    by_name = file.parent == catalogue.ROOM or file == HELP
                    assert by_name, "a game writes its codes out, to be found by them"
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


TRANSLATIONS = [language for language in PLURALS if language != ENGLISH]

LIST_ENDINGS = set().union(*(forms(text) for folder in FOLDERS for text in written(folder).values()))
"""How a list ends. In English, only lists are asked for in a form."""


def described(folder: str) -> set[tuple[str, frozenset[str]]]:
    """Return the messages that describe a game, with their facts."""
    [game] = (game for game in GAMES.values() if game.folder == folder)
    parts = {(f"{folder}.{part}", frozenset[str]()) for part in ABOUT}
    return parts | ({(f"{folder}.way", frozenset({"option", "value"}))} if game.options else set())


def help_of_commands() -> set[tuple[str, frozenset[str]]]:
    """Return the messages that are the help of the client's commands: a parameter has its own, or that which
    all of its name share."""
    known = texts(CLIENT, ENGLISH)
    codes = {f"help.{CLIENT}"}
    for command in typer.main.get_command(app).commands.values():
        codes.add(f"help.{command.name}")
        for each in command.params:
            own = f"help.{command.name}.{each.name}"
            codes.add(own if own in known else f"help.{each.name}")
    return {(f"{CLIENT}.{code}", frozenset()) for code in codes}


@pytest.mark.parametrize("folder", SPEAKERS)
def test_every_message_has_a_text_that_names_its_facts_and_every_text_is_said(folder):
    said = {(code, frozenset(named(text))) for code, text in written(folder).items()}
    about = help_of_commands() if folder == CLIENT else described(folder) if folder else set()
    lists = {(f"list_{form}", frozenset({"left", "right"})) for form in LIST_ENDINGS}
    assert said == {(code, facts) for code, facts in MADE | lists | about if in_folder(code) == folder}


@pytest.mark.parametrize("language", PLURALS)
@pytest.mark.parametrize("folder", SPEAKERS)
def test_a_choice_by_number_has_a_text_for_every_number(folder, language):
    categories = {PLURALS[language](number) for number in range(200)}
    for code, text in written(folder, language).items():
        for choice in choices(text):
            if choice.fact == "value":
                continue  # of an option, which may be called like a category
            if any(re.fullmatch(r"=\d+", case) or case in categories - {"other"} for case in choice.cases):
                assert {case for case in choice.cases if not case.startswith("=")} <= categories, code
                assert "other" in choice.cases, code


COUNTED = re.compile(r"\{(\w+)\} (?:more |other )?(?!(?:does|has|is|leads)\b)[a-z]+[a-rt-z]s\b")
"""A fact before a noun in the plural."""


def counting(given: Any, chosen: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield each text in which a number counts things and chooses no plural form."""
    if isinstance(given, str):
        yield from (given for fact in COUNTED.findall(given) if fact not in chosen)
    elif isinstance(given, list):
        for each in given:
            yield from counting(each, chosen)
    else:
        [(fact, cases)] = given.items()
        for each in cases.values():
            yield from counting(each, chosen | {fact})


@pytest.mark.parametrize("folder", SPEAKERS)
def test_a_number_that_counts_things_chooses_a_plural_form(folder):
    assert [*counting("{cards} cards")], "this is what would be found"
    assert not [text for given in texts(folder, ENGLISH).values() for text in counting(given)]


@pytest.mark.parametrize("language", PLURALS)
def test_a_card_is_said_with_the_letter_and_the_sign_that_are_drawn_on_it(language):
    said = [card.words(language) for card in CARD_WORDS]
    assert [word.lower() for word in said] == [sign.lower() for sign in SIGNS]
    assert said[:52] == [*SIGNS[:52]]


@pytest.mark.parametrize("language", PLURALS)
def test_a_template_names_each_card_of_the_words_and_a_reason_has_no_move(language):
    named = [card.template(language) for card in CARD_WORDS]
    assert named == [*(f"{{{name}}}" for name in NAMES[:52]), "{X1}", "{X1}"]
    refused = play(GAMES["wish"].open("pub"), "pair 1 2")
    assert refused.why.words(language) == Message("wish.ranks_differ").words(language)
    assert refused.reason.words(language) == f"'pair 1 2': {refused.why.words(language)}"
    no_move = play(GAMES["wish"].open("pub"), "pair 1")
    assert no_move.why == no_move.reason
    other = Refused("bad_rules", Message("wish.some_code", reason=Message("wish.ranks_differ")))
    assert other.why == other.reason


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize("folder", SPEAKERS)
def test_a_translation_has_every_text_with_the_same_facts_and_the_piles_have_every_form(folder, language):
    assert {code: named(text) for code, text in written(folder, language).items()} == {
        code: named(text) for code, text in written(folder).items()
    }
    piles = [parsed(text) for code, text in texts(folder, language).items() if code.startswith("pile.")]
    offered = {case for text in piles for choice in choices(text) for case in choice.cases}
    asked = set().union(*map(forms, written(folder, language).values()))
    assert asked - LIST_ENDINGS == offered - {"other"}


def sentences(given: Any) -> Iterator[str]:
    """Yield each text that is written for a code."""
    if isinstance(given, str):
        yield given
    else:
        for each in given.values() if isinstance(given, dict) else given:
            yield from sentences(each)


@pytest.mark.parametrize("language", PLURALS)
@pytest.mark.parametrize("folder", SPEAKERS)
def test_no_text_is_empty_and_only_whole_sentences_end_in_a_stop(folder, language):
    for code, given in texts(folder, language).items():
        said = [*sentences(given)]
        assert said, code
        assert all(map(str.strip, said)), code
        if isinstance(given, list):
            assert len(given) == len(texts(folder, ENGLISH)[code]), code
        elif folder != CLIENT and code.partition(".")[0] not in WHOLE:
            assert not [text for text in said if text.endswith((".", "!", "?"))], code


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize("folder", FOLDERS[1:])
def test_a_translation_names_every_pile_and_alike_where_it_stands_alone(folder, language):
    names = catalogue.names_of_piles(folder, language)
    assert [*names] == [*catalogue.names_of_piles(folder, ENGLISH)]
    assert {pile: Message(f"{folder}.pile.{pile}").words(language) for pile in names} == names


def test_german_has_its_own_order_and_its_own_forms_of_a_name():
    left, first = (Message(f"well.pile.{pile}") for pile in ("left", "1"))
    card = Message("card", rank=11, suit="♥")
    assert left.words("de") == "linke Seitenreihe"
    assert Message("well.carried", card=card, source=left, target=first).words("de") == (
        "J♥ von der linken Seitenreihe auf Hilfsreihe 1"
    )
    assert Message("covered", cards=(card, card, card)).words("de") == "liegt unter J♥, J♥ und J♥"
    assert [Message("wish.cards_left", cards=cards).words("de") for cards in (1, 2)] == [
        "1 Karte übrig",
        "2 Karten übrig",
    ]


def test_what_is_not_translated_yet_is_english(monkeypatch, tmp_path):
    copytree(catalogue.ROOM / "wish", tmp_path / "wish")
    (tmp_path / "wish/messages/eo.json").write_text('{"ranks_differ": "", "one_pile": "paro"}')
    monkeypatch.setattr(catalogue, "ROOM", tmp_path)
    monkeypatch.setattr(catalogue, "PLURALS", {**PLURALS, "eo": PLURALS["en"]})
    said = [Message(f"wish.{code}").words("eo") for code in ("one_pile", "ranks_differ", "pile.1")]
    assert said == ["paro", "the cards differ in rank", "pile 1"]


WORDS = {"words", "why", "error", "outcome", "reasons", "takes", "signs"}
"""The parts of an answer that are words."""

PLACE = re.compile(r"\{(\w+)\}")
SIGN = re.compile("[♣♦♥♠]")


def without_words(answered: Any, said: list[str], *, wording: bool = False) -> Any:
    """Return an answer without its words, and put these into `said`. Of its templates the cards stay."""
    if isinstance(answered, dict):
        if (templates := answered.get("templates")) is not None:
            answered = answered | {"templates": sorted(sorted(PLACE.findall(each)) for each in templates)}
        return {
            name: without_words(each, said, wording=wording or name in WORDS)
            for name, each in answered.items()
        }
    if isinstance(answered, list):
        return [without_words(each, said, wording=wording) for each in answered]
    if wording and answered is not None:
        said.append(answered)
        return ""
    return answered


def templates_in(told: dict[str, Any]) -> list[str]:
    return [*told.get("templates", ()), *(told.get("hint") or {}).get("templates", ())]


def in_writing(template: str, language: str) -> str:
    return PLACE.sub(lambda place: CARD_WORDS[CARDS[place[1]]].words(language), template)


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize("slug", GAMES)
def test_a_log_is_answered_alike_in_every_language_but_for_the_words(slug, language):
    for line in GOLDEN[slug].read_text().splitlines()[::20]:
        log = json.loads(line)["log"]
        for moves in ([], log["moves"][:60], ["nonesuch"]):
            asked = log | {"moves": moves, "steps": True, "help": True, "hint": True}
            english: list[str] = []
            translated: list[str] = []
            stands = without_words(answer(asked), english)
            told = answer(asked, language)
            assert without_words(told, translated) == stands
            without_words({name: each for name, each in told.items() if name != "steps"}, shown := [])
            written = {in_writing(each, language) for each in templates_in(told)}
            assert written <= {*shown}
            assert written >= {words for words in shown if SIGN.search(words)}
            assert len(translated) == len(english) > 0
            assert not [words for words in translated if re.search(r"[{}]|\b(the|of|from)\b", words)]
            signs = " ".join(told.get("signs", {}).values()).split()
            assert not [word for word in signs if len(word) > 8], "a sign fits on a card of a small phone"


@pytest.mark.parametrize(
    ("code", "language"), [("game_over", "xx"), ("game_over", "../en"), ("nonesuch", "en")]
)
def test_an_unknown_code_or_language_is_an_error(code, language):
    with pytest.raises(LookupError):
        Message(code).words(language)


def test_the_names_of_piles_are_messages_of_their_game():
    assert pile_names("well")["left"] == Message("well.pile.left")
