"""Every sentence of a page stands whole in one place, where a translator finds it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from django.template.base import Lexer, Token, TokenType

from frontend.guides.guide import FOR_PEOPLE

PAGES: Final = Path(__file__).parents[2] / "frontend"
TEMPLATES: Final = PAGES / "templates"

GUIDES: Final = {"guide", "guides", *(guide.slug for guide in FOR_PEOPLE)}
"""The templates of `guides` for people; the others are for those who write programs."""

CODE_IN_PYTHON: Final = {"node_modules", "guides", "command_lines.py", "offline"}
"""What is for programmers, and what writes commands and scripts."""

KEYS: Final = {"act on {self.player_entry.pk}", "browser {browser}", "network {address_of(request)}"}
"""What looks like words and is for nobody to read."""

OF_EVERY_LANGUAGE: Final = re.compile(r"\b(Evendeal|UTC|CSV|API)\b|&#?\w+;")
SPOKEN: Final = re.compile(
    r'\s(?:aria-label|title|alt|placeholder|label|data-(?:words|in-place|done|refused|failed))="([^"]*)"'
)
TAG: Final = re.compile(r"""<!?(/?[a-z0-9\ue000]+)(?:"[^"]*"|'[^']*'|[^'">])*>""")
DESCRIPTION: Final = re.compile(r'<meta name="description" content="([^"]*)">')
CODE: Final = re.compile(r"<(code|pre|script|style|svg)\b.*?</\1>", re.DOTALL)
FLOWING: Final = {"a", "abbr", "b", "bdi", "em", "i", "q", "small", "span", "strong", "time"}
"""Tags within a sentence. The others end it, and so do chips, such as the state of a contest."""
CHIP: Final = re.compile(
    r'<(span|small) class="(?:state|tag|fault|count|zone|quiet|so-far|deciding|worth|best-chart-name|'
    r"week-(?:score|played))\b[^>]*>(.*?)</\1>",
    re.DOTALL,
)
SIBLINGS: Final = re.compile(r"(</(a|span)>)\s+(?=<\2\b)")
"""Links or spans beside each other are no sentence."""
DATE: Final = re.compile(r"""\|date:(?:_\()?(["'])(?!Y-m-d)(?:[^"'a-zA-Z]*[a-zA-Z]){2}""")
"""A date in a form of its own: `written_date` has one for each language."""
LITERAL: Final = re.compile(r'(?<!_\()"([^"]*)"')
CUTTING: Final = re.compile(r'\|(pluralize|yesno|capfirst|lower|upper|title|join(?!:" ")|ljust)\b')
VALUE, END, FIRST_MESSAGE = "\ue000", "\ue001", 0xE100
NEIGHBOURS: Final = re.compile("([\ue000\ue100-\uf8ff])([^\ue000-\uf8ff]*)(?=([\ue000\ue100-\uf8ff]))")


def faults(source: str) -> Iterator[str]:
    """What a translator could not translate in the source of a template."""
    text, messages = "", []
    inside: list[Token] | None = None
    skipping = False
    for token in Lexer(source).tokenize():
        name, _, rest = token.contents.partition(" ") if token.token_type == TokenType.BLOCK else ("", "", "")
        if skipping:
            skipping = name != "endcomment"
        elif name == "comment":
            skipping = True
        elif name == "endblocktranslate":
            assert inside is not None
            words = "".join(each.contents if each.token_type == TokenType.TEXT else VALUE for each in inside)
            messages.append(words.strip())
            text += chr(FIRST_MESSAGE + len(messages) - 1)
            inside = None
        elif inside is not None:
            inside.append(token)
        elif name == "blocktranslate":
            yield from _cut("", rest)
            inside = []
        elif name == "translate":
            if not re.search(r" as \w+$", rest):
                messages.append(rest.strip("'\""))
                text += chr(FIRST_MESSAGE + len(messages) - 1)
        elif token.token_type == TokenType.VAR:
            yield from _cut("value", token.contents)
            text += VALUE
        elif token.token_type == TokenType.TEXT:
            text += token.contents
        elif token.token_type == TokenType.BLOCK:
            yield from _cut(name, rest)
            text += END if name in ("else", "elif", "empty", "block", "endblock", "include") else ""
    yield from _in_markup(CODE.sub("", text), messages)


def _cut(tag: str, contents: str) -> Iterator[str]:
    """Faults of a variable or a tag: it makes words itself."""
    if (cutting := CUTTING.search(contents)) and not (tag == "value" and "yesno" in contents):
        yield f"|{cutting[1]} in: {contents}"
    if DATE.search(contents):
        yield f"date in: {contents}"
    if tag == "include" and any(re.search(r"[a-z] |^[A-Z]", each) for each in LITERAL.findall(contents)):
        yield f"words in: {contents}"
    if tag == "value" and re.search(r'\|default:"[^"]*[a-z]', contents):
        yield f"words in: {contents}"


def _in_markup(text: str, messages: list[str]) -> Iterator[str]:
    tags = "".join(each[0] for each in TAG.finditer(text))
    text = SIBLINGS.sub(rf"\1{END}", CHIP.sub(rf"{END}\2{END}", text))
    text = TAG.sub(lambda tag: "" if tag[1].strip("/") in FLOWING else END, text)
    for run in re.split(
        f"[{END}·\u203a]", END.join([text, *SPOKEN.findall(tags), *DESCRIPTION.findall(tags)])
    ):
        plain = OF_EVERY_LANGUAGE.sub(" ", run)
        if re.search(r"[^\W\d_]", re.sub("[\ue000-\uf8ff]", "", plain)):
            yield f"outside of a message: {_shown(run, messages)}"
        if any(_glued(*neighbours, messages) for neighbours in NEIGHBOURS.findall(plain)):
            yield f"glued: {_shown(run, messages)}"


def _glued(before: str, between: str, after: str, messages: list[str]) -> bool:
    """Whether two neighbours, of which one is a message at least, are parts of one sentence."""
    first = "" if before == VALUE else messages[ord(before) - FIRST_MESSAGE]
    second = "" if after == VALUE else messages[ord(after) - FIRST_MESSAGE]
    if second:
        return re.sub(r"^(<[^>]*>)+", "", second)[:1].islower()
    return bool(first) and not re.search(r"[.!?…:]\W*$", re.sub(r"<[^>]*>", "", first) + between.strip())


def _shown(run: str, messages: list[str]) -> str:
    said = (messages[ord(c) - FIRST_MESSAGE] if ord(c) >= FIRST_MESSAGE else c for c in run)
    return " ".join("".join(said).replace(VALUE, "{…}").split())


WHOLE = [
    '<p>{% translate "You are in." %} {{ sentence }}</p>',
    '<a title="{% translate "Home" %}" href="/home/">{% translate "Home" %}</a> · {{ name }} · Evendeal',
    '{% if n %}{% translate "Some came." %}{% else %}{% translate "Nobody came." %}{% endif %}',
    "{% blocktranslate count n=2 with a=b|c:d %}<b>{{ n }}</b> {{ a }}{% plural %}b{% endblocktranslate %}",
    '<code>export</code>{% comment %}It is.{% endcomment %}<p class="{% if x %}a{% endif %}">{{ x }}</p>',
    '{% include "a.html" with title=_("The title") look="small" %}<b>{{ x }}</b>',
    '<span class="state">{{ state }}</span> {% translate "by" %}',
]  # fmt: skip
CUT = [
    "<p>You are in.</p>",
    '<a title="Home" href="/home/">{{ name }}</a>',
    '<meta name="description" content="A game">',
    '{% translate "You have" %} {{ n }}',
    '{{ n }} {% translate "cards" %}',
    '<p>{% translate "You have" %} <span>{{ n }}</span> {% translate "cards" %}</p>',
    '{% translate "You won" %}{% if late %} <b>{% translate "too late" %}</b>{% endif %}',
    "{{ n }} {{ n|pluralize }}",
    '{% blocktranslate with s=n|pluralize %}card{{ s }}{% endblocktranslate %}',
    '{{ names|join:" and " }}',
    '{{ name|default:"nobody" }}',
    '{% include "a/b.html" with title="The title" %}',
    '{{ day|date:"j F" }}',
    '{{ day|date:_("j F") }}',
    "{% blocktranslate with day=day|date:'j.n.' %}on {{ day }}{% endblocktranslate %}",
]  # fmt: skip


PARTS_OF_SENTENCES: Final = re.compile(r"[A-Za-z]{2,} [A-Za-z]|[a-z]{2} $|^ [a-z]{2}")
"""Words in an operand, which no translator sees."""
PLACE: Final = re.compile(r"%(?:\(\w+\))?\w|{[^}]*}")
SENTENCE: Final = re.compile(r"^[A-Z][a-z']+,? [a-z]{2,}[^{}<]*[a-z.?!:]$|^[A-Z].*[a-z]{2}[.?!]$")
CONSTANTS: Final = (ast.Constant, ast.Name, ast.Attribute, ast.Subscript)
"""What may be marked: a text, or the name of one."""
MARK: Final = re.compile(r"_|n?p?gettext\w*")


@pytest.mark.parametrize("source", WHOLE)
def test_whole_sentences_can_be_translated(source: str) -> None:
    assert not list(faults(source))


@pytest.mark.parametrize("source", CUT)
def test_words_without_a_message_and_parts_of_sentences_are_noticed(source: str) -> None:
    assert list(faults(source))


def test_templates_have_whole_sentences() -> None:
    found = [
        f"{path.relative_to(TEMPLATES)}: {fault}"
        for path in sorted([*TEMPLATES.rglob("*.html"), *TEMPLATES.rglob("*.txt")])
        if not _for_programs(path)
        for fault in faults(path.read_text())
    ]
    assert not found, "\n".join(["", *found])


def test_python_has_whole_sentences() -> None:
    found = {
        f"{path.relative_to(PAGES)}: {words}"
        for room in PAGES.iterdir()
        if room.name not in CODE_IN_PYTHON
        for path in room.rglob("*.py")
        if path.name not in CODE_IN_PYTHON
        for words in {*_unmarked(ast.parse(path.read_text()))} - KEYS
    }
    assert not found


@pytest.mark.parametrize(
    "source",
    [
        'f"You have {n} cards"',
        '"You have " + str(n)',
        '"%s won" % name',
        '"{} won".format(name)',
        '" and ".join(names)',
        '"; ".join(names)',
        'gettext(f"{name} won.")',
        'ngettext("One card", f"{n} cards", n)',
        "name.capitalize()",
        "capfirst(name)",
        "name[:1].upper() + name[1:]",
        '"You are in."',
        'Field(label="Find by name")',
        'date_format(day, gettext("j F"))',
    ],
)
def test_words_in_python_without_a_message_are_noticed(source: str) -> None:
    assert list(_unmarked(ast.parse(f"x = {source}")))


def _unmarked(node: ast.AST) -> Iterator[str]:
    """Sentences and parts of sentences that are in no message, and in no docstring."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=args) if MARK.fullmatch(name):
            marked = args[:-1] if name.startswith("n") else args
            if not all(isinstance(each, CONSTANTS) for each in marked):
                yield ast.unparse(node)
            return
        case ast.Expr(value=ast.Constant()):
            return
        case (
            ast.Name(id="capfirst" | "date_format" | "format_date")
            | ast.Attribute(attr="capitalize")
            | ast.Call(func=ast.Attribute(attr="upper" | "title", value=ast.Subscript()))
            | ast.Call(func=ast.Attribute(attr="join", value=ast.Constant(value=", " | "; ")))
        ):
            yield ast.unparse(node)
        case ast.Constant(value=str(text)) if SENTENCE.search(text):
            yield text
    texts = [str(each.value) for each in _operands(node) if isinstance(each, ast.Constant)]
    if any(PARTS_OF_SENTENCES.search(PLACE.sub("", text)) for text in texts):
        yield ast.unparse(node)[2:-1] if isinstance(node, ast.JoinedStr) else ast.unparse(node)
    for each in ast.iter_child_nodes(node):
        yield from _unmarked(each)


def _operands(node: ast.AST) -> list[ast.expr]:
    """What an expression puts together to a text."""
    match node:
        case ast.JoinedStr(values=operands):
            return operands
        case ast.BinOp(op=ast.Add() | ast.Mod(), left=left, right=right):
            return [left, right]
        case ast.Call(func=ast.Attribute(attr="format" | "join", value=value)):
            return [value]
    return []


def _for_programs(template: Path) -> bool:
    """Whether it is a guide for those who write programs."""
    folder, *rest = template.relative_to(TEMPLATES).parts
    return folder == "guides" and len(rest) == 1 and template.stem not in GUIDES
