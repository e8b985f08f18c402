"""Writes the parts of the client that are generated: `python client/generate.py`.

`src/evendeal/client.py` and `sync_wires.py` are generated, word by word, from `async_client.py` and
`async_wires.py`, which are written by hand. `resources/game_slugs.py` is generated from the games. The
generated files are in the tree so that programs run from it without a build.
"""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

SOURCE = Path(__file__).parent / "src" / "evendeal"
MADE = {"async_client.py": "client.py", "async_wires.py": "sync_wires.py"}
HEAD = "# Made by client/generate.py from {}: edit that.\n"

WORDS = {
    r'"""`AsyncClient`: .*?"""': '"""`Client`: the service, for programs without an event loop."""',
    r"carries out the steps in an event loop": "carries out the steps in the calling thread",
    r"Callable\[P, Call\[T\]\]\) -> Callable\[Concatenate\[AsyncClient, P\], Awaitable\[T\]\]": (
        "Callable[P, Call[T]]) -> Callable[Concatenate[Client, P], T]"
    ),
    r"-> Awaitable\[T\]": "-> T",
    r', "Awaitable\[\{\}\]"': "",
    r"Awaitable, ": "",
    r"import asyncio\n": "import time\n",
    r"asyncio\.sleep": "time.sleep",
    r"websockets\.asyncio\.": "websockets.sync.",
    r"\basync_wires\b": "sync_wires",
    r"\basync_receive\b": "sync_receive",
    r"\bAsync(?=[A-Z])": "",
    r"\bawait ": "",
    r"\basync (?=def|for|with)": "",
    r"\b__a(enter|exit)__": r"__\1__",
    r"\ba(close|read|iter_bytes|next)\b(?=\()": r"\1",
    r"response\.aclose\b": "response.close",
    r"\bpush_async_callback\b": "callback",
    r"\benter_async_context\b": "enter_context",
}


def made_from(name: str) -> str:
    """The synchronous module made from the asynchronous module `name`, formatted."""
    text = (SOURCE / name).read_text()
    for words, others in WORDS.items():
        text = re.sub(words, others, text)
    for command in (["check", "--select", "I,UP028", "--fix-only", "--unsafe-fixes"], ["format"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--quiet", "--stdin-filename", SOURCE / name, "-"],
            input=text,
            capture_output=True,
            text=True,
            check=True,
        )
        text = done.stdout
    return HEAD.format(name) + text


def slugs_of(games: Iterable[str]) -> str:
    """The module with the type of games' slugs, for type checkers."""
    slugs = ", ".join(f'"{slug}"' for slug in games)
    return (
        "# Made by client/generate.py from the games: run it again after adding a game.\n"
        '"""The slugs of the games, for type checkers."""\n\n'
        f"from typing import Literal\n\nGameSlug = Literal[{slugs}]\n"
    )


def main() -> None:
    for name, made in MADE.items():
        (SOURCE / made).write_text(made_from(name))
    sys.path.append(str(Path(__file__).parents[1]))
    from games import GAMES

    (SOURCE / "resources" / "game_slugs.py").write_text(slugs_of(GAMES))


if __name__ == "__main__":
    main()
