"""Refusals of requests. Each has a code that never changes, a sentence for people, and facts for clients."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from .translatable import Translatable, translated


class Refusal(Exception):
    """The service refuses a request and changes nothing.

    `code` is one of /guides/contract#codes. `detail` is a sentence for people. `facts` are further values for
    the client: `errors` by field, a `ply`, and so on.
    """

    def __init__(self, code: str, detail: Translatable, **facts: Any) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
        self.facts = facts

    def json(self) -> dict[str, Any]:
        """The refusal as JSON, in the language of the reader. Sentences are translated in the facts `errors`
        and `why`; all other facts are returned as they are."""
        said: dict[str, Any] = {
            name: translated(self.facts[name]) for name in ("errors", "why") if name in self.facts
        }
        return {"code": self.code, "detail": str(self.detail), **self.facts, **said}


def invalid(field: str, *sentences: Translatable) -> Refusal:
    """A refusal of one field of the input, with sentences that say why."""
    return at_fault({field: list(sentences)})


def at_fault(errors: Any) -> Refusal:
    """A refusal of the input. `errors` has sentences for each field."""
    return Refusal("invalid", _("The request is at fault; see errors."), errors=errors)
