"""The family of refusals: each has a code that never changes and the facts a client needs."""

from typing import Any


class Refusal(Exception):
    """A request that is refused and has changed nothing.

    `code` is one of those in /guides/contract#codes, `detail` a sentence for people, `facts`
    what else the client should know: `errors` by field, a `ply`, and so on.
    """

    def __init__(self, code: str, detail: str, **facts: Any) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
        self.facts = facts


def invalid(field: str, *sentences: str) -> Refusal:
    """Input at fault in one field."""
    return at_fault({field: list(sentences)})


def at_fault(errors: Any) -> Refusal:
    """Input at fault, by field."""
    return Refusal("invalid", "The request is at fault; see errors.", errors=errors)
