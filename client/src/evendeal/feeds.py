"""Watching a competition: the messages of its live feed, one after the other, whatever becomes of sockets."""

from __future__ import annotations

from typing import cast

from evendeal.errors import Unreachable
from evendeal.resources import FeedMessage
from evendeal.sockets import opened, read_message, refusal
from evendeal.talk_steps import Hear, Lost, Pause, Talk
from evendeal.talking import CallSettings, Patience


class FeedTalk:
    """What is heard at a competition. After a lost socket it goes on from the newest version heard.

    `patience_s` of the caller is how long the service may be away.
    """

    def __init__(self, caller: CallSettings, competition: str, since: int | None = None) -> None:
        self._caller, self._competition = caller, competition
        self.version = since
        self._open = False
        self._patience: Patience | None = None

    def message(self) -> Talk[FeedMessage]:
        """The next message. Raises Problem if this viewer may not watch, and Unreachable."""
        while True:
            came: str | Lost | None = None
            if not self._open:
                since = {} if self.version is None else {"since": self.version}
                came = yield from opened(self._caller, f"competitions/{self._competition}", since)
                self._open = came is None
            if came is None:
                came = yield Hear()
            if isinstance(came, str):
                self._patience = None
                return self._taken(came)
            assert came is not None
            self._open = False
            yield from self._recover(came)

    def _recover(self, lost: Lost) -> Talk[None]:
        if (problem := refusal(lost)) is not None:
            raise problem
        self._patience = self._patience or Patience(self._caller)
        pause_s = self._patience.pause_s()
        if pause_s is None:
            raise Unreachable(lost.why)
        yield Pause(pause_s)

    def _taken(self, text: str) -> FeedMessage:
        message = cast(FeedMessage, read_message(text))
        if message["type"] == "standings":
            self.version = max(self.version or 0, message["version"])
        return message
