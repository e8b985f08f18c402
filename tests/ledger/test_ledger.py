"""The ledger alone writes what it counts."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

COUNTED = {"event", "events", "changes", "changed", "entrants", "due_at", "has_news", "place_key"}
"""The columns that number what happens, count changes, stamp entries and call the followers."""

NUMBERED = {"Act", "Attempt", "Competition", "Entry", "StateChange"}
"""The models with such columns."""

MAKES = {"create", "get_or_create", "update_or_create"}

OF_A_RESULT = {"counts", "elapsed_ms", "ended_at", "event", "finished", "moves_made", "score", "won"}
"""The columns that say how an attempt ended, and whether it counts."""

DECIDED = {"called", "disqualified_at", "own_name", "about", "cancelled_at", "certified_at", "challenge"}
DECIDED |= {"freeze_at", "organiser", "published_at", "shared"}
"""The columns of entries and competitions that acts change, as far as no other model has one of the name."""


def counts_written(tree):
    """The counted columns that a module sets on rows or names in a statement that writes."""
    for node in ast.walk(tree):
        # A module's own objects may have an attribute of the same name.
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if getattr(node.value, "id", "") != "self":
                yield node.attr, node.lineno
        elif isinstance(node, ast.Call):
            names = ast.unparse(node.func).split(".")
            if names[-1] == "update" or (names[0] in NUMBERED and names[-1] in NUMBERED | MAKES):
                yield from ((keyword.arg, node.lineno) for keyword in node.keywords)
                yield from constants(*(keyword.value for keyword in node.keywords if keyword.arg is None))
            if names[-1] in ("bulk_update", "setattr"):  # which are given the names of what they write
                yield from constants(*node.args)
        elif isinstance(node, ast.keyword) and node.arg == "update_fields":
            yield from constants(node.value)


def decisions_stored(tree):
    """The columns that a module names in a statement which changes rows."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="update"), keywords=keywords):
                yield from ((keyword.arg, node.lineno) for keyword in keywords)
            case ast.Call(func=ast.Attribute(attr="bulk_update")):
                yield from constants(node)
            case ast.keyword(arg="update_fields", value=value):
                yield from constants(value)


def results_stored(tree):
    """The columns of results that a module names in a statement which writes attempts."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=called) as func, keywords=keywords) if called in MAKES | {
                "update",
                "bulk_create",
                "bulk_update",
            } and ast.unparse(func).startswith("Attempt."):
                yield from {(keyword.arg, node.lineno) for keyword in keywords} | {*constants(node)}


def constants(*nodes):
    for node in nodes:
        yield from ((each.value, each.lineno) for each in ast.walk(node) if isinstance(each, ast.Constant))


@pytest.mark.parametrize(
    ("columns", "writes", "rooms"),
    [
        (COUNTED, counts_written, ("competitions", "frontend", "config")),
        (OF_A_RESULT, results_stored, ("competitions",)),
        (DECIDED, decisions_stored, ("competitions",)),
    ],
)
def test_no_other_room_writes_what_the_ledger_writes(columns, writes, rooms):
    assert not [
        f"{file.relative_to(ROOT)}:{line} writes {name}"
        for room in rooms
        for file in sorted((ROOT / room).rglob("*.py"))
        if not {"migrations", "ledger", "node_modules"} & set(file.parts)
        for name, line in writes(ast.parse(file.read_text()))
        if name in columns
    ]


@pytest.mark.parametrize(
    "source",
    [
        "competition.changes += 1",
        "entry.other, competition.changes = 3, 4",
        "Competition.objects.filter(pk=1).update(changes=F('changes') + 1)",
        "Competition.objects.filter(pk=1).update(**{'changes': 4})",
        "competition.save(update_fields=['changes'])",
        "Competition(changes=4)",
        "Competition.objects.create(changes=4)",
        "Competition.objects.bulk_update(some, ['changes'])",
        "setattr(competition, 'changes', 4)",
    ],
)
def test_the_search_finds_each_way_to_write(source):
    assert "changes" in {name for name, _ in counts_written(ast.parse(source))}
