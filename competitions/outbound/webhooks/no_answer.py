"""Why a receiver gave no answer: a code and its facts, as deliveries store them."""

from ...models.hooks import why_no_answer
from ...translatable import Translatable


class NoReceiversAnswer(Exception):
    """No answer of the receiver came, or nothing can be sent to it. `code` is one of `NO_ANSWER`."""

    def __init__(self, code: str, **facts: int | str) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return str(self.sentence)

    @property
    def sentence(self) -> Translatable:
        """The sentence that tells the organiser the reason."""
        return why_no_answer(self.code, self.facts)
