"""Sockets of one process, each in the language of its reader."""

import asyncio
import json
import re

import pytest
from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language

from competitions.embargo.watchers import NOT_FOUND as UNKNOWN
from competitions.models import Notice, Player
from competitions.play import devices as play_devices
from competitions.play.devices import Age, Device, Devices, ShownAttempt
from competitions.play.threads import in_move_thread
from competitions.realtime import attempt_socket
from competitions.realtime.admission import Caller, CloseSocket, as_reason, close_socket, refusal_of_viewing
from competitions.realtime.bells import Inbox, InboxBell
from competitions.realtime.connections import CONNECTIONS, SIGNED_OUT
from competitions.web.languages import of_socket
from tests.languages import speak_german
from tests.servers.running import PATIENCE_S

WELCOME = ShownAttempt("welcome", Age(ended=False))
GERMAN = {
    "The message is not JSON.": "Das ist kein JSON.",
    "There is no such contest.": "Dieses Turnier gibt es nicht.",
    "There is news for you.": "Es gibt Neues für Sie.",
    "Your session has ended.": "Ihre Sitzung ist " + 20 * "längst " + "vorüber.",
}
"""The last one is longer than a frame."""


@pytest.fixture(autouse=True)
def german(settings, tmp_path):
    speak_german(settings, tmp_path, GERMAN)


def scope_of(*, header=None, cookie=None):
    headers = [] if header is None else [(b"Accept-Language", header.encode())]
    return {
        "headers": headers,
        "cookies": {} if cookie is None else {settings.LANGUAGE_COOKIE_NAME: cookie},
        "url_route": {"kwargs": {"attempt_id": "x"}},
    }


@pytest.mark.parametrize(
    ("chosen", "cookie", "header", "language"),
    [
        (None, None, None, "en"),
        (None, None, "de", "de"),
        (None, "en", "de", "en"),
        ("", "de", None, "de"),
        ("en", "de", "de", "en"),
        ("de", "en", None, "de"),
        ("fr", None, "de", "de"),
    ],
)
def test_a_socket_has_the_language_of_its_player_or_else_of_the_browser(chosen, cookie, header, language):
    player = None if chosen is None else Player(language=chosen)
    assert of_socket(scope_of(header=header, cookie=cookie), player) == language


class Conversation:
    """A player's socket, and what it is sent."""

    def __init__(self, header):
        self.scope = scope_of(header=header)
        self.says, self.sent = asyncio.Queue(), asyncio.Queue()
        self.says.put_nowait({"type": "websocket.connect"})

    async def talk(self):
        await attempt_socket.play_attempt(self.scope, self.says.get, self.sent.put)

    async def hear(self, what):
        """The text, or the reason, of the next message that has one."""
        async with asyncio.timeout(PATIENCE_S):
            while what not in (message := await self.sent.get()):
                pass
        return message[what]

    async def ask(self, text):
        self.says.put_nowait({"type": "websocket.receive", "text": text})
        return json.loads(await self.hear("text"))


@pytest.mark.parametrize("first", ["de", "en"])
async def test_what_two_sockets_say_is_in_two_languages(monkeypatch, first):
    """Also why they are closed. The frame of that holds 123 bytes."""
    admitted = Player(pk="somebody"), Caller().may_play(), attempt_socket.dealer, WELCOME
    monkeypatch.setattr(attempt_socket, "admit_player", lambda *_: admitted)
    monkeypatch.setattr(attempt_socket, "devices", Devices())
    monkeypatch.setattr(play_devices, "ages_of", lambda attempt_ids: {})
    sockets = {language: Conversation(language) for language in (first, {"de": "en", "en": "de"}[first])}
    tasks = [asyncio.create_task(each.talk()) for each in sockets.values()]
    for each in sockets.values():
        assert await each.hear("text") == WELCOME.text
    for _ in range(2):
        assert (await sockets["de"].ask("x"))["detail"] == "Das ist kein JSON."
        assert (await sockets["en"].ask("x"))["detail"] == "The message is not JSON."
    for connection in CONNECTIONS.by_right[admitted[1]]:
        await connection.close(CloseSocket(4401, SIGNED_OUT))
    assert await sockets["en"].hear("reason") == "Your session has ended."
    reason = await sockets["de"].hear("reason")
    assert len(reason.encode()) <= 123
    assert re.fullmatch(r"Ihre Sitzung ist( längst)+…", reason)
    for each in sockets.values():
        each.says.put_nowait({"type": "websocket.disconnect"})
    await asyncio.gather(*tasks)
    assert get_language() == "en"


@pytest.mark.parametrize(
    ("header", "reason"), [("de", "Dieses Turnier gibt es nicht."), ("fr", "There is no such contest.")]
)
async def test_who_is_not_admitted_is_told_why_in_the_language_of_the_browser(monkeypatch, header, reason):
    def refuse(*_):
        raise refusal_of_viewing(UNKNOWN)

    monkeypatch.setattr(attempt_socket, "admit_player", refuse)
    refused = Conversation(header)
    await refused.talk()
    assert await refused.hear("reason") == reason
    nowhere = Conversation(header)
    sentence = refusal_of_viewing(UNKNOWN).reason
    await close_socket(nowhere.scope, nowhere.says.get, nowhere.sent.put, 4404, sentence)
    assert await nowhere.hear("reason") == reason


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("x" * 123, "x" * 123),
        ("x" * 124, "x" * 120 + "…"),
        ("x" + "ü" * 62, "x" + "ü" * 59 + "…"),
        ("x" + "♠" * 42, "x" + "♠" * 39 + "…"),
    ],
)
def test_a_reason_that_is_too_long_is_cut_after_a_whole_letter(words, reason):
    assert as_reason(words) == reason


async def test_a_notice_is_told_to_each_page_in_its_language():
    notice = Notice(player_id="x", type="of another release", at=timezone.now(), facts={})
    heard = {"de": [], "en": []}

    class Told:
        def __init__(self, language):
            self.language = language

        def offer(self, message):
            heard[self.language].append(json.loads(message.text))

    for language in heard:
        bell = InboxBell("x", Told(language), language)
        bell.send(Inbox(0, []))
        bell.send(Inbox(1, [notice]))
    told = {language: messages[-1]["notice"]["text"] for language, messages in heard.items()}
    assert told == {"de": "Es gibt Neues für Sie.", "en": "There is news for you."}
    assert get_language() == "en"


async def test_devices_of_one_attempt_are_shown_it_in_the_language_of_each(monkeypatch):
    """One reads the table, in a thread, for all devices of a language."""
    monkeypatch.setattr(play_devices, "GRACE_S", 0)
    monkeypatch.setattr(
        play_devices, "ages_of", lambda attempt_ids: dict.fromkeys(attempt_ids, Age(False, ply=1))
    )
    heard, looks = {"de": asyncio.Queue(), "en": asyncio.Queue()}, []

    @in_move_thread
    def look(attempt_ids):
        looks.append(get_language())
        return {each: ShownAttempt(get_language(), Age(False, ply=1)) for each in attempt_ids}

    devices = Devices()
    joined = [Device(WELCOME, heard[language].put, look, language) for language in ("de", "en", "de")]
    for device in joined:
        devices.join("attempt", device)
    async with asyncio.timeout(PATIENCE_S):
        assert [await heard[each].get() for each in ("de", "de", "en")] == ["de", "de", "en"]
    for device in joined:
        devices.leave("attempt", device)
    assert sorted(looks) == ["de", "en"]
