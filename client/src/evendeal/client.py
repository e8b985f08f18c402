# Made by client/generate.py from async_client.py: edit that.
"""`Client`: the service, for programs without an event loop."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import replace
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import httpx

from evendeal import calls
from evendeal.boards import whole_leaderboard, whole_standings
from evendeal.calls import Call, following
from evendeal.dressing import dressed
from evendeal.feeds import FeedTalk, ListeningTalk, NoticesTalk
from evendeal.log_lines import LogLines
from evendeal.resources import (
    Attempt,
    Event,
    FeedMessage,
    GameSlug,
    LeaderboardRow,
    Log,
    NoticesMessage,
    Page,
    Row,
    View,
)
from evendeal.sync_wires import Wire
from evendeal.tables import TableTalk
from evendeal.talking import CallSettings, Download, Unknown, ask
from evendeal.wires import trusted

P = ParamSpec("P")
T = TypeVar("T")
M = TypeVar("M", bound=Mapping[str, Any])

TIMEOUT_S = 20.0


def _asking(call: Callable[P, Call[T]]) -> Callable[Concatenate[Client, P], T]:
    """A method that makes the call and returns its answer."""

    def method(self: Client, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.send(call(*args, **kwargs))

    return dressed(method, call)


def _listing(call: Callable[P, Call[Page[T]]]) -> Callable[Concatenate[Client, P], Iterator[T]]:
    """A method that lists all pages, starting with the page that the call returns."""

    def method(self: Client, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        return self._pages(call(*args, **kwargs))

    return dressed(method, call, "Iterator[{}]")


class Client:
    """Makes calls to one site: as the player to whom the token belongs, or as a stranger without a token.

    If no answer comes, or the service asks for another try, a call is tried again for `patience_s` seconds,
    as far as that is safe. Raises Problem if the service refuses, Unreachable if no usable answer came, and
    NotYet if the service was still computing the answer. If a call has a field that the service does not
    know, the service carries out the call without that field, and the client raises UnknownFields unless
    `unknown` is "ignore". `language`, such as "de", is the language of answers; by default it is the site's.
    """

    def __init__(
        self,
        site: str = "http://127.0.0.1:8000",
        token: str | None = None,
        *,
        patience_s: float = 60.0,
        unknown: Unknown = "raise",
        language: str | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.site = site.rstrip("/")
        self.caller = CallSettings(token, patience_s, unknown, language)
        self._http = httpx.Client(
            base_url=self.site, timeout=TIMEOUT_S, transport=transport, verify=trusted()
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    @classmethod
    def as_guest(cls, site: str, name: str, *, bot: bool = False, unknown: Unknown = "raise") -> Self:
        """A client for a new player. Keep its `token`: only the token lets a program act as that player
        again."""
        client = cls(site, unknown=unknown)
        try:
            client.token = (client.guest(name, bot=bot))["token"]
        except BaseException:
            client.close()
            raise
        return client

    @property
    def token(self) -> str | None:
        return self.caller.token

    @token.setter
    def token(self, token: str | None) -> None:
        self.caller = replace(self.caller, token=token)

    def send(self, call: Call[T]) -> T:
        """Make any call, and return its answer."""
        return Wire(self.site, self._http).run(ask(self.caller, call))

    def _pages(self, call: Call[Any]) -> Iterator[Any]:
        page: Call[Any] | None = call
        while page is not None:
            answer = self.send(page)
            yield from answer["results"]
            page = following(call, answer["next"])

    guest = _asking(calls.guest)
    me = _asking(calls.me)
    change_me = _asking(calls.change_me)
    delete_me = _asking(calls.delete_me)
    tokens = _listing(calls.tokens)
    new_token = _asking(calls.new_token)
    revoke = _asking(calls.revoke)
    ticket = _asking(calls.ticket)
    notices = _listing(calls.notices)
    read_notices = _asking(calls.read_notices)

    games = _listing(calls.games)
    game = _asking(calls.game)
    lessons = _asking(calls.lessons)
    replay = _asking(calls.replay)

    competitions = _listing(calls.competitions)
    competition = _asking(calls.competition)
    create = _asking(calls.create)
    change = _asking(calls.change)
    settings = _asking(calls.settings)
    publish = _asking(calls.publish)
    close_competition = _asking(calls.close)
    certify = _asking(calls.certify)
    cancel = _asking(calls.cancel)
    new_invite = _asking(calls.new_invite)
    copy = _asking(calls.copy)
    challenge = _asking(calls.challenge)
    duel = _asking(calls.duel)
    rematch = _asking(calls.rematch)
    daily = _asking(calls.daily)
    disqualify = _asking(calls.disqualify)
    reinstate = _asking(calls.reinstate)
    rename_entry = _asking(calls.rename_entry)
    grant = _asking(calls.grant)
    write_message = _asking(calls.write_message)
    organisers = _asking(calls.organisers)
    add_organiser = _asking(calls.add_organiser)
    remove_organiser = _asking(calls.remove_organiser)
    badges = _listing(calls.badges)
    add_badges = _asking(calls.add_badges)
    badge = _asking(calls.badge)
    renew_badge = _asking(calls.renew_badge)
    remove_badge = _asking(calls.remove_badge)
    audit = _listing(calls.audit)
    standings = _asking(calls.standings)
    tree = _asking(calls.tree)
    luck = _asking(calls.luck)
    webhooks = _listing(calls.webhooks)
    add_webhook = _asking(calls.add_webhook)
    remove_webhook = _asking(calls.remove_webhook)
    deliveries = _listing(calls.deliveries)
    ping = _asking(calls.ping)
    resend = _asking(calls.resend)
    events_page = _asking(calls.events)

    rating_changes = _listing(calls.rating_changes)
    player = _asking(calls.player)
    results = _listing(calls.results)
    versus = _asking(calls.versus)

    circles = _listing(calls.circles)
    circle = _asking(calls.circle)
    create_circle = _asking(calls.create_circle)
    change_circle = _asking(calls.change_circle)
    close_circle = _asking(calls.close_circle)
    new_circle_invite = _asking(calls.new_circle_invite)
    join_circle = _asking(calls.join_circle)
    remove_member = _asking(calls.remove_member)
    circle_board = _asking(calls.circle_board)

    own_series = _listing(calls.own_series)
    series = _asking(calls.series)
    make_series = _asking(calls.make_series)
    change_series = _asking(calls.change_series)
    skip_date = _asking(calls.skip_date)
    end_series = _asking(calls.end_series)
    series_standings = _asking(calls.series_standings)
    make_own_calendar = _asking(calls.make_own_calendar)
    remove_own_calendar = _asking(calls.remove_own_calendar)

    join = _asking(calls.join)
    start = _asking(calls.start)
    played_deal = _asking(calls.played_deal)
    standings_then = _asking(calls.standings_then)
    ending = _asking(calls.ending)
    attempt = _asking(calls.attempt)
    moves = _asking(calls.moves)
    undo = _asking(calls.undo)
    finish = _asking(calls.finish)
    submit = _asking(calls.submit)
    done = _asking(calls.done)
    log = _asking(calls.log)
    recording = _asking(calls.recording)
    analysis = _asking(calls.analysis)
    receipt = _asking(calls.receipt)
    keys = _asking(calls.keys)

    dumps = _listing(calls.dumps)
    checkpoint = _asking(calls.checkpoint)
    leaves = _listing(calls.leaves)
    consistency = _asking(calls.consistency)
    inclusion = _asking(calls.inclusion)

    def rows(self, competition: str, *, round: int | None = None) -> Iterator[Row]:
        """All rows of the standings at one moment.

        They are read again if they change meanwhile. Raises StandingsMoved if they change each time.
        """
        standings = whole_standings(self.caller, competition, round)
        yield from Wire(self.site, self._http).run(standings)

    def leaderboard(self, game: GameSlug) -> Iterator[LeaderboardRow]:
        """All players by their rating at a game, the highest first, at one moment.

        If ratings change meanwhile, all are read again. Raises StandingsMoved if they change each time.
        """
        yield from Wire(self.site, self._http).run(whole_leaderboard(self.caller, game))

    def events(self, competition: str, after: str | None = None) -> Iterator[Event]:
        """The events of a competition so far, in order; with `after`, those after this cursor. To continue
        later, use `events_page`, and keep its `cursor`."""
        more = True
        while more:
            page = self.events_page(competition, after)
            yield from page["results"]
            more, after = page["next"] is not None, page["cursor"]

    def logs(self, competition: str) -> Iterator[Log]:
        """Every log that the caller may see. Each log is yielded as soon as it arrives."""
        lines = LogLines()
        for piece in self.logs_ndjson(competition):
            for log in lines.read(piece):
                yield log
        for log in lines.rest():
            yield log

    def logs_ndjson(self, competition: str) -> Iterator[bytes]:
        """Every log that the caller may see, as bytes: one on each line, as `python -m games replay` reads
        them."""
        return self._download(calls.logs_ndjson(competition))

    def standings_csv(self, competition: str, *, round: int | None = None) -> Iterator[bytes]:
        """The standings over all rounds or one, as CSV, in pieces."""
        return self._download(calls.standings_csv(competition, round=round))

    def series_calendar(self, series: str) -> Iterator[bytes]:
        """The calendar of a series, as iCalendar, in pieces."""
        return self._download(calls.series_calendar(series))

    def competition_calendar(self, competition: str) -> Iterator[bytes]:
        """When a competition opens and closes, as iCalendar, in pieces."""
        return self._download(calls.competition_calendar(competition))

    def own_calendar(self, key: str) -> Iterator[bytes]:
        """The calendar of the player with this secret `key`, as iCalendar, in pieces."""
        return self._download(calls.own_calendar(key))

    def export_me(self) -> Iterator[bytes]:
        """Everything that the service stores about the player, as one JSON value, in pieces."""
        return self._download(calls.export_me())

    def table(self, attempt: Attempt) -> Table:
        """A table at which to play an attempt, over a socket."""
        return Table(Wire(self.site, self._http), TableTalk(self.caller, attempt))

    def watch(self, competition: str, since: int | None = None) -> Generator[FeedMessage]:
        """The messages of a competition's live feed, until the caller stops. With `since`, standings up to
        that version are left out."""
        return self._heard(FeedTalk(self.caller, competition, since))

    def hear_notices(self) -> Generator[NoticesMessage]:
        """The player's notices as they arrive, until the caller stops."""
        return self._heard(NoticesTalk(self.caller))

    def _heard(self, talk: ListeningTalk[M]) -> Generator[M]:
        wire = Wire(self.site, self._http)
        try:
            while True:
                yield wire.run(talk.message())
        finally:
            wire.close()

    def _download(self, call: Call[bytes]) -> Iterator[bytes]:
        wire, download = Wire(self.site, self._http), Download(self.caller, call)
        try:
            while (piece := wire.run(download.piece())) is not None:
                yield piece
        finally:
            wire.close()


class Table:
    """A table at which an attempt is played. It reconnects by itself, and never makes a move twice."""

    def __init__(self, wire: Wire, talk: TableTalk) -> None:
        self._wire, self._talk = wire, talk

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the table. The attempt goes on: read it again with `attempt`, and continue it with
        `table`."""
        self._wire.close()

    @property
    def view(self) -> View:
        return self._talk.view

    @property
    def state(self) -> str:
        return self._talk.state

    def play(self, move: str) -> View:
        """Make a move, and return the view after it."""
        return self._wire.run(self._talk.play(move))

    def undo(self, ply: int | None = None) -> View:
        """Take moves back to this ply or, without a ply, only the last move. Return the view after that."""
        return self._wire.run(self._talk.undo(ply))

    def finish(self) -> Attempt:
        """End the attempt. It counts as given up unless its game is over."""
        return self._wire.run(self._talk.finish())
