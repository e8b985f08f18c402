"""The command line: list the games, deal an opening view, and replay logs, without server or database."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import Any

from games import output
from games.language import Message, language_for, language_in
from games.replay import replay_line


def main(arguments: list[str] | None = None) -> int:
    """Run a command. Return the exit status: 0, or 1 if a deal or a log was refused."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["conform"]:
        from games.conform.command import main as conform  # imported here, because no other command needs it

        return conform(arguments[1:])
    parser = _parser(arguments)
    asked = parser.parse_args(_marked(arguments))
    try:
        if asked.command == "list":
            results: Iterable[Any] = [output.every_game(asked.language)]
        elif asked.command == "deal":
            results = [output.opening_view(asked.game, asked.seed, asked.rules, asked.language)]
        else:
            results = _replays(asked.file, asked.language)
        return _print_all(results)
    except BrokenPipeError:
        # The reader of the output has gone. Send the buffered output to the null device, because Python will
        # try to write it again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        parser.error(f"{error.filename or 'reading or writing'}: {error.strerror}")


def _parser(arguments: list[str]) -> argparse.ArgumentParser:
    """Return the parser of the commands. Its help is in the language that the arguments ask for, except for
    the words that argparse itself adds.
    """
    wording = argparse.ArgumentParser(prog="python -m games", add_help=False, allow_abbrev=False)
    asked = wording.add_argument(
        "--language", metavar="CODE", type=language_for, default=language_in(os.environ)
    )
    language = wording.parse_known_args(_marked(arguments))[0].language

    def said(message: Message) -> str:
        return message.words(language)

    asked.help = said(Message("command_language"))
    worded: dict[str, Any] = {"parents": [wording], "allow_abbrev": False}
    about = said(Message("command_line"))
    parser = argparse.ArgumentParser(prog="python -m games", description=about, allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help=said(Message("command_list")), **worded)
    deal = commands.add_parser("deal", help=said(Message("command_deal")), **worded)
    deal.add_argument("game", metavar="GAME", type=_unmarked)
    deal.add_argument("seed", metavar="SEED", type=_unmarked, help=said(Message("command_deal_seed")))
    deal.add_argument("--rules", metavar="JSON", default="{}", help=said(Message("command_deal_rules")))
    replay = commands.add_parser("replay", help=said(Message("command_replay")), **worded)
    file_help = said(Message("command_replay_file"))
    replay.add_argument("file", metavar="FILE", type=_unmarked, nargs="?", help=file_help)
    commands.add_parser("conform", help=said(Message("command_conform")), add_help=False)
    return parser


def _marked(arguments: list[str]) -> list[str]:
    """Return the arguments without `--`. Arguments after it that begin with a hyphen get a mark, so that they
    are not taken for options.

    argparse knows `--` too, but refuses a seed that is itself `--`. No argument can contain the mark.
    """
    if "--" not in arguments:
        return arguments
    end = arguments.index("--")
    return arguments[:end] + [_MARK + text if text.startswith("-") else text for text in arguments[end + 1 :]]


def _unmarked(text: str) -> str:
    return text.removeprefix(_MARK)


_MARK = "\0"


def _replays(file: str | None, language: str) -> Iterator[dict[str, Any]]:
    """Yield the result of each line as soon as the line has been read. Only a line feed ends a line."""
    with nullcontext(sys.stdin.buffer) if file is None else open(file, "rb") as lines:
        for line in lines:
            yield replay_line(line).result(language)


def _print_all(results: Iterable[Any]) -> int:
    status = 0
    for result in results:
        print(json.dumps(result), flush=True)
        if isinstance(result, dict) and result.get("ok") is False:
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
