"""Carrying out a conversation's steps from a list of what comes of them."""

from collections.abc import Callable, Iterable
from typing import Any

from evendeal.talk_steps import Exchange, HttpAnswer, Pause, Talk, TalkStep
from evendeal.talking import CallSettings


class Clock:
    """Moved on by the pauses alone."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Other:
    """The other side: it gives what is in `replies`, one after the other, and keeps the `steps`."""

    def __init__(
        self, *replies: Any, token: str | None = "secret", patience_s: float = 60.0, **more: Any
    ) -> None:
        self.replies = list(replies)
        self.steps: list[TalkStep] = []
        self.clock = Clock()
        keys = iter(f"key-{n}" for n in range(100))
        self.caller = CallSettings(
            token, patience_s, clock=self.clock, chance=lambda: 1.0, new_key=lambda: next(keys), **more
        )

    def carry(self, talk: Talk[Any]) -> Any:
        came: Any = None
        try:
            while True:
                step = talk.send(came)
                self.steps.append(step)
                if isinstance(step, Pause):
                    self.clock.now += step.seconds
                    came = None
                else:
                    came = self.replies.pop(0)
        except StopIteration as end:
            return end.value

    @property
    def pauses(self) -> list[float]:
        return [step.seconds for step in self.steps if isinstance(step, Pause)]

    @property
    def requests(self) -> list[tuple[str, str]]:
        return [(step.request.method, step.request.url) for step in self.steps if isinstance(step, Exchange)]

    def headers(self, name: str) -> list[str | None]:
        return [step.request.headers.get(name) for step in self.steps if isinstance(step, Exchange)]


def answer(status: int, body: str = "{}", **headers: str) -> HttpAnswer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return HttpAnswer(status, named, body.encode())


def problem(status: int, code: str, **headers: str) -> HttpAnswer:
    return answer(status, f'{{"code": "{code}", "detail": "No."}}', **headers)


def of(steps: Iterable[TalkStep], kind: Callable[..., Any]) -> list[Any]:
    return [step for step in steps if isinstance(step, kind)]  # type: ignore[arg-type]
