"""The README names every call with its real signature, and every command."""

import inspect
import pydoc
import re
from pathlib import Path

from evendeal import AsyncClient, Client, Table
from evendeal.cli import app

README = (Path(__file__).resolve().parents[2] / "client" / "README.md").read_text()
SHOWN = re.findall(r"^```python (calls|table)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
NOT_SHOWN = {"close", "send", "token"}
"""What the README has words for."""


def public(kind: type) -> list[str]:
    return [name for name in vars(kind) if not name.startswith("_") and name not in NOT_SHOWN]


def signature(kind: type, name: str) -> str:
    """How a method is called, and what it gives."""
    method = inspect.getattr_static(kind, name)
    if isinstance(method, property):
        return f"{name}: {inspect.signature(method.fget).return_annotation}"  # type: ignore[arg-type]
    found = inspect.signature(method.__func__ if isinstance(method, classmethod) else method)
    own = [each for each in found.parameters.values() if each.name not in ("self", "cls")]
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(found.replace(parameters=own)))
    return name + re.sub(r"= '(\w*)'", r'= "\1"', text)


def shown(kind: str) -> list[str]:
    return [line for found, text in SHOWN if found == kind for line in text.splitlines() if line]


def test_every_call_is_shown_with_its_signature() -> None:
    assert sorted(shown("calls")) == sorted(signature(Client, name) for name in public(Client))


def test_so_is_all_that_a_table_can_do() -> None:
    assert sorted(shown("table")) == sorted(signature(Table, name) for name in public(Table))


def test_the_client_that_is_awaited_is_called_in_the_same_way() -> None:
    for name in public(Client):
        ours, theirs = (inspect.getattr_static(kind, name) for kind in (Client, AsyncClient))
        if not isinstance(ours, classmethod):
            assert inspect.signature(ours).parameters == inspect.signature(theirs).parameters, name
            assert inspect.getdoc(ours) == inspect.getdoc(theirs), name


def test_help_shows_what_a_call_takes_and_gives() -> None:
    with Client() as client:
        said = pydoc.plain(pydoc.render_doc(client.tokens))
        assert str(inspect.signature(client.finish)) == "(attempt: 'str') -> 'Attempt'"
    assert "The player's tokens, without their secrets." in said
    assert str(inspect.signature(AsyncClient.tokens)) == "(self, /) -> 'AsyncIterator[Token]'"


def test_every_command_that_the_readme_names_is_there() -> None:
    commands = {
        command.name or str(command.callback.__name__)
        for command in app.registered_commands
        if command.callback
    }
    assert set(re.findall(r"`evendeal (\w+)", README)) == commands
