"""The help of the command line and its messages about wrong input, in the language of the reader.

The descriptions in the help always come from `messages`. Typer's own words, such as titles and messages about
wrong input, exist in English only. To readers of English they are shown unchanged; in other languages, texts
of `messages` replace them.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from games.language import ENGLISH, Message, language_for, language_in


def language_of(arguments: Sequence[str]) -> str:
    """The language of the option `--language`, otherwise that of the terminal. This function reads the option
    before typer does, because typer's messages about wrong input are to be in that language, too.

    >>> language_of(["play", "--language", "de-AT"]), language_of(["--language=de", "play"])
    ('de', 'de')
    """
    asked = None
    for option, following in zip(arguments, [*arguments[1:], ""], strict=True):
        if option == "--":
            break
        name, equals, value = option.partition("=")
        if name == "--language":
            asked = value if equals else following
    return language_in(os.environ) if asked is None else language_for(asked)


class SpokenCommand(TyperCommand):
    """A command with its help in a given language."""

    language = ENGLISH

    def speak(self, language: str) -> None:
        self.language = language
        self.help = _help(language, str(self.name))
        self.options_metavar = Message("evendeal.usage_options").words(language)
        for each in self.params:
            _speak_of(each, _help(language, f"{self.name}.{each.name}", str(each.name)), language)

    def get_help_option(self, ctx: Any) -> Any:
        return _help_option(super().get_help_option(ctx), self.language)

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        _write_usage(self.collect_usage_pieces(ctx), ctx, formatter, self.language)


class SpokenGroup(TyperGroup):
    """The group of all commands, with their help in a given language."""

    language = ENGLISH

    def main(self, args: Sequence[str] | None = None, *more: Any, **options: Any) -> Any:
        self._speak(language_of(sys.argv[1:] if args is None else args))
        if self.language == ENGLISH:
            return super().main(args, *more, **options)
        try:
            status = super().main(args, *more, **{**options, "standalone_mode": False})
        except typer.Abort:
            print(Message("evendeal.aborted").words(self.language), file=sys.stderr)
            return sys.exit(1)
        except Exception as error:
            # Typer has no public base class for its messages about wrong input. They are recognised by this
            # method.
            if not hasattr(error, "format_message"):
                raise
            _complain(error, self.language)
            return sys.exit(error.exit_code)  # type: ignore[attr-defined]  # no public class, as above
        return sys.exit(status)

    def _speak(self, language: str) -> None:
        self.language = language
        self.help = _help(language, "evendeal")
        self.options_metavar = Message("evendeal.usage_options").words(language)
        self.subcommand_metavar = Message("evendeal.usage_command").words(language)
        for command in self.commands.values():
            assert isinstance(command, SpokenCommand)
            command.speak(language)
            if language != ENGLISH:
                command.rich_help_panel = Message("evendeal.usage_commands_title").words(language)

    def get_help_option(self, ctx: Any) -> Any:
        return _help_option(super().get_help_option(ctx), self.language)

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        _write_usage(self.collect_usage_pieces(ctx), ctx, formatter, self.language)


def _help(language: str, *names: str) -> str:
    """The help text of the first of these names that has one; empty if none has. For a parameter, the first
    name finds its own text, and the second the text that all parameters of that name share."""
    for name in names:
        with suppress(LookupError):
            return Message(f"evendeal.help.{name}").words(language)
    return ""


def _speak_of(parameter: Any, help: str, language: str) -> None:
    """Set the help of an option or an argument. In languages other than English, the help also names the
    default value and the environment variable, because typer would name both in English."""
    parameter.help = help
    if language == ENGLISH:
        return
    options, arguments = Message("evendeal.usage_options_title"), Message("evendeal.usage_arguments_title")
    title = options if parameter.param_type_name == "option" else arguments
    parameter.rich_help_panel = title.words(language)
    if parameter.show_envvar and parameter.envvar:
        parameter.help += " " + Message("evendeal.usage_variable", name=parameter.envvar).words(language)
    if parameter.show_default and parameter.default is not None and not parameter.is_flag:
        parameter.help += " " + Message("evendeal.usage_default", value=parameter.default).words(language)
    parameter.show_envvar = parameter.show_default = False


def _help_option(option: Any, language: str) -> Any:
    if option is not None:
        _speak_of(option, Message("evendeal.usage_help").words(language), language)
    return option


def _write_usage(pieces: list[str], ctx: Any, formatter: Any, language: str) -> None:
    prefix = Message("evendeal.usage").words(language)
    formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=f"{prefix} ")


def _complain(error: Any, language: str) -> None:
    """Print what is wrong with the command line, and how to type it."""
    sentence = error.format_message()
    if not sentence:
        return  # nothing was typed, so typer has shown the help
    if (ctx := getattr(error, "ctx", None)) is not None:
        print(ctx.get_usage(), file=sys.stderr)
        print(Message("evendeal.usage_more", command=ctx.command_path).words(language), file=sys.stderr)
    print(f"evendeal: {complaint(sentence).words(language)}", file=sys.stderr)


def complaint(sentence: str) -> Message:
    """The message that stands for an English sentence of typer. If typer adds a reason, it is left out,
    because it can be any text.

    >>> complaint("Missing argument 'CONTEST'.").words("de")
    "Es fehlt: 'CONTEST'."
    """
    match sentence.partition(" ")[0], re.findall(r"'[^']*'|--[\w-]+", sentence):
        case "Invalid", _ if sentence.startswith(OURS):
            return Message("evendeal.bad_value", why=sentence.removeprefix(OURS))
        case "Invalid", [what, file, *_] if sentence.endswith(" does not exist."):
            return Message("evendeal.bad_file", what=what, file=file)
        case "Invalid", [what, *_]:
            return Message("evendeal.bad_value_of", what=what)
        case "Missing", [what, *_]:
            return Message("evendeal.missing", what=what)
        case "No", [what, *_]:
            return Message("evendeal.none_such", what=what)
        case "Option", [what, *_] if "requires" in sentence:
            return Message("evendeal.value_missing", what=what)
        case "Option", [what, *_]:
            return Message("evendeal.value_not_taken", what=what)
    return Message("evendeal.usage_unclear")


OURS: Final = "Invalid value: "
"""Typer begins a sentence with this if the rest is our own text, without the name of a parameter."""
