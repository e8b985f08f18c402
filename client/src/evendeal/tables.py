"""A game in an attempt: each move goes over the socket, or over REST if no socket can be opened.

A lost connection loses no move. A move without an answer is sent again with its ply; if the service has
already stored the move, it does not play it twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from evendeal import calls
from evendeal.errors import AttemptFinished, Problem, RateLimited, StalePly, Unavailable, problem_of
from evendeal.resources import Attempt, Played, View
from evendeal.sockets import opened, read_message, refusal
from evendeal.talk_steps import Hear, Lost, Pause, Say, Talk
from evendeal.talking import CallSettings, Patience, ask

MOST_LOST = 3
"""If this many sockets fail for one move, moves go over REST."""

REST_FOR_S = 30.0
"""How many seconds moves go over REST before a socket is tried again. The time doubles after each failure."""

ANSWER_S = 20.0
"""A socket counts as lost if it sends nothing for this many seconds while an answer is expected."""


NOT_THE_LAST_WORD = (RateLimited, Unavailable, StalePly)
"""After these refusals over a socket, the move is sent over REST. There the client waits as long as the
service asks, and each answer belongs to its request even if another device plays the same attempt."""


class TableTalk:
    """The conversation in which an attempt is played. `view` and `state` are the newest that the service has
    sent."""

    def __init__(self, caller: CallSettings, attempt: Attempt) -> None:
        self._caller = caller
        self.id = attempt["id"]
        self.view: View = attempt["view"]
        self.state = attempt["state"]
        self._open = False
        self._rest_until, self._rest_s = 0.0, REST_FOR_S

    def play(self, move: str) -> Talk[View]:
        """Make the next move, and return the view after it. Raises Problem, and Unreachable."""
        try:
            return (yield from self._moved(move))
        except AttemptFinished:  # the clock, an organiser, or another device has ended the attempt
            ended = yield from ask(self._caller, calls.attempt(self.id))
            self.view, self.state = ended["view"], ended["state"]
            raise

    def _moved(self, move: str) -> Talk[View]:
        ply = self.view["ply"]
        if self._caller.clock() >= self._rest_until:
            try:
                if (yield from self._over_sockets(ply, move)):
                    self._rest_s = REST_FOR_S
                    return self.view
                self._rest_until = self._caller.clock() + self._rest_s
                self._rest_s *= 2
            except NOT_THE_LAST_WORD:
                pass
        self._open = False
        return (yield from self._change_view(calls.moves(self.id, ply, [move])))

    def undo(self, ply: int | None = None) -> Talk[View]:
        """Take moves back to this ply or, without a ply, only the last move. Return the view after that.
        Raises Problem, and Unreachable."""
        back_to = max(0, self.view["ply"] - 1) if ply is None else ply
        return (yield from self._change_view(calls.undo(self.id, back_to)))

    def finish(self) -> Talk[Attempt]:
        """End the attempt. It counts as given up unless its game is over. Raises Problem, and Unreachable."""
        ended = yield from ask(self._caller, calls.finish(self.id))
        self.view, self.state = ended["view"], ended["state"]
        return ended

    def _change_view(self, call: calls.Call[Played]) -> Talk[View]:
        try:
            shown = yield from ask(self._caller, call)
        except Problem as problem:
            self._adopt_view(problem)
            raise
        self.view, self.state = shown["view"], shown["state"]
        return self.view

    def _over_sockets(self, ply: int, move: str) -> Talk[bool]:
        """Send the move over a socket. If the socket is lost, try again over a new one, with at most
        `MOST_LOST` sockets. Return whether the move was answered. Raises Problem."""
        patience = Patience(self._caller)
        for _ in range(MOST_LOST):
            came = yield from self._over_a_socket(ply, move)
            if came is None:
                return True
            self._open = False
            if (problem := refusal(came)) is not None:
                raise problem
            pause_s = patience.pause_s()
            if pause_s is None:
                break
            yield Pause(pause_s)
        return False

    def _over_a_socket(self, ply: int, move: str) -> Talk[Lost | None]:
        """Send the move over one socket. Return None when the move is answered, or why the socket was lost.
        Raises Problem."""
        if not self._open:
            lost = yield from opened(self._caller, f"attempts/{self.id}")
            if lost is None:
                lost = yield from self._heard(lambda message: True)
            if lost is not None:
                return lost
            self._open = True
        said: Lost | None = yield Say(json.dumps({"ply": ply, "move": move}))
        return said or (yield from self._heard(lambda message: self._answers(message, ply)))

    def _heard(self, enough: Callable[[dict[str, Any]], bool]) -> Talk[Lost | None]:
        """Read messages until `enough` returns True for one. Return None, or why the socket was lost. Raises
        Problem if a message refuses the move."""
        while True:
            came: str | Lost = yield Hear(ANSWER_S)
            if isinstance(came, Lost):
                return came
            message = read_message(came)
            if message.get("type") == "view":
                self.view, self.state = message["view"], message["state"]
            if enough(message):
                return None

    def _answers(self, message: dict[str, Any], ply: int) -> bool:
        """Whether a message answers the move at `ply`. Raises Problem if the message refuses the move."""
        if message.get("type") == "view":
            return self.view["ply"] > ply
        if message.get("type") != "error":
            return False
        problem = problem_of(0, message)
        self._adopt_view(problem)
        raise problem

    def _adopt_view(self, problem: Problem) -> None:
        """Replace `view` by the current one, if the refusal has it."""
        if problem.view is not None:
            self.view = problem.view  # type: ignore[assignment]  # a problem may hold any JSON
