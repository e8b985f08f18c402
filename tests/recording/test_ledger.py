"""The ledger alone writes what it counts."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

COUNTED = {"event", "events", "changes", "changed", "entrants", "due_at", "has_news"}
"""The columns that number what happens, count changes, stamp entries and call the followers."""

WRITERS = {"update", "update_or_create"}


def writes(tree):
    """The counted columns that a module sets on rows or names in a statement that writes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                # A module's own objects may have an attribute of the same name.
                if isinstance(target, ast.Attribute) and getattr(target.value, "id", "") != "self":
                    yield target.attr, node.lineno
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in WRITERS:
            yield from ((keyword.arg, node.lineno) for keyword in node.keywords)
        elif isinstance(node, ast.keyword) and node.arg == "update_fields":
            yield from (
                (each.value, each.lineno) for each in ast.walk(node.value) if isinstance(each, ast.Constant)
            )


def test_no_other_room_writes_what_the_ledger_counts():
    rooms = [ROOT / "competitions", ROOT / "frontend", ROOT / "config"]
    found = [
        f"{file.relative_to(ROOT)}:{line} writes {name}"
        for room in rooms
        for file in sorted(room.rglob("*.py"))
        if not {"migrations", "recording", "node_modules"} & set(file.parts)
        for name, line in writes(ast.parse(file.read_text()))
        if name in COUNTED
    ]
    assert not found


def test_the_search_finds_each_way_to_write():
    source = """
competition.events += 1
entry.changed, other = 3, 4
entry.changed = 3
Competition.objects.filter(pk=1).update(changes=F("changes") + 1)
competition.save(update_fields=["due_at"])
"""
    assert sorted({name for name, _ in writes(ast.parse(source))} & COUNTED) == [
        "changed",
        "changes",
        "due_at",
        "events",
    ]
