"""Listens to the messages of a socket, and opens a new socket when one is lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar, cast

from evendeal.errors import Unreachable
from evendeal.resources import FeedMessage, NoticesMessage
from evendeal.sockets import opened, read_message, refusal
from evendeal.talk_steps import Hear, Lost, Pause, Talk
from evendeal.talking import CallSettings, Patience

M = TypeVar("M", bound=Mapping[str, Any])

SILENCE_S = 45.0
"""A socket that sent nothing for this many seconds is lost: the service sends something at least every 20
seconds."""


class ListeningTalk(Generic[M]):
    """The conversation that listens to one path. If the socket is lost, it opens another.

    If the service does not answer for the caller's `patience_s` seconds, the conversation ends with an error.
    Messages whose type is not one of `types` are skipped.
    """

    types: ClassVar[tuple[str, ...]]

    def __init__(self, caller: CallSettings, path: str) -> None:
        self._caller, self._path = caller, path
        self._open = False
        self._patience: Patience | None = None

    def message(self) -> Talk[M]:
        """The next message. Raises Problem if this caller may not listen, and Unreachable."""
        while True:
            came: str | Lost | None = None
            if not self._open:
                came = yield from opened(self._caller, self._path, self._query())
                self._open = came is None
            if came is None:
                came = yield Hear(SILENCE_S)
            if isinstance(came, str):
                self._patience = None
                message = read_message(came)
                if message.get("type") in self.types:
                    return self._note(message)
                continue
            assert came is not None
            self._open = False
            yield from self._recover(came)

    def _query(self) -> Mapping[str, object]:
        """The query that tells the service what it need not send again."""
        return {}

    def _recover(self, lost: Lost) -> Talk[None]:
        if (problem := refusal(lost)) is not None:
            raise problem
        self._patience = self._patience or Patience(self._caller)
        pause_s = self._patience.pause_s()
        if pause_s is None:
            raise Unreachable(lost.why)
        yield Pause(pause_s)

    def _note(self, message: dict[str, Any]) -> M:
        return cast(M, message)


class FeedTalk(ListeningTalk[FeedMessage]):
    """The live feed of a competition. After a lost socket it goes on from the version of the last standings.

    That version may be lower than an earlier one, because a site that was restored from a backup counts from
    an older version.
    """

    types = ("standings", "state", "presence")

    def __init__(self, caller: CallSettings, competition: str, since: int | None = None) -> None:
        super().__init__(caller, f"competitions/{competition}")
        self.version = since

    def _query(self) -> Mapping[str, object]:
        return {} if self.version is None else {"since": self.version}

    def _note(self, message: dict[str, Any]) -> FeedMessage:
        if message["type"] == "standings":
            self.version = message["version"]
        return super()._note(message)


class NoticesTalk(ListeningTalk[NoticesMessage]):
    """The player's notices as they arrive, and the number of unread ones. Notices that arrive while no socket
    is open are in the list of notices, and the first message of a new socket counts them."""

    types = ("notice", "unread")

    def __init__(self, caller: CallSettings) -> None:
        super().__init__(caller, "notices")
