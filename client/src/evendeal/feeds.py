"""Listening: the messages of a socket, one after the other, whatever becomes of sockets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar, cast

from evendeal.errors import Unreachable
from evendeal.resources import FeedMessage, NoticesMessage
from evendeal.sockets import opened, read_message, refusal
from evendeal.talk_steps import Hear, Lost, Pause, Talk
from evendeal.talking import CallSettings, Patience

M = TypeVar("M", bound=Mapping[str, Any])


class ListeningTalk(Generic[M]):
    """What is heard at a path. After a lost socket it opens another.

    `patience_s` of the caller is how long the service may be away.
    """

    def __init__(self, caller: CallSettings, path: str) -> None:
        self._caller, self._path = caller, path
        self._open = False
        self._patience: Patience | None = None

    def message(self) -> Talk[M]:
        """The next message. Raises Problem if this caller may not listen, and Unreachable."""
        while True:
            came: str | Lost | None = None
            if not self._open:
                came = yield from opened(self._caller, self._path, self._known())
                self._open = came is None
            if came is None:
                came = yield Hear()
            if isinstance(came, str):
                self._patience = None
                return self._taken(came)
            assert came is not None
            self._open = False
            yield from self._recover(came)

    def _known(self) -> Mapping[str, object]:
        """What the service need not tell."""
        return {}

    def _recover(self, lost: Lost) -> Talk[None]:
        if (problem := refusal(lost)) is not None:
            raise problem
        self._patience = self._patience or Patience(self._caller)
        pause_s = self._patience.pause_s()
        if pause_s is None:
            raise Unreachable(lost.why)
        yield Pause(pause_s)

    def _taken(self, text: str) -> M:
        return cast(M, read_message(text))


class FeedTalk(ListeningTalk[FeedMessage]):
    """The live feed of a competition. After a lost socket it goes on from the newest version heard."""

    def __init__(self, caller: CallSettings, competition: str, since: int | None = None) -> None:
        super().__init__(caller, f"competitions/{competition}")
        self.version = since

    def _known(self) -> Mapping[str, object]:
        return {} if self.version is None else {"since": self.version}

    def _taken(self, text: str) -> FeedMessage:
        message = super()._taken(text)
        if message["type"] == "standings":
            self.version = message["version"]  # a site that was restored from a backup counts from there
        return message


class NoticesTalk(ListeningTalk[NoticesMessage]):
    """The player's notices as they come, and how many are not read. What comes between two sockets is in
    the first count of the second, and in the list."""

    def __init__(self, caller: CallSettings) -> None:
        super().__init__(caller, "notices")
