"""The cast of a walk and what they play: built through the service, remembered here with all its secrets."""

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from competitions.contests.dailies.calendar import make_dailies
from competitions.ledger.event_rows import rows_between
from competitions.models import Attempt, Player, Round
from competitions.people.register import register_with_token
from competitions.proofs.history.append_leaves import append_due
from competitions.proofs.history.follower import append_published
from games import GAMES

from .hidden import Deal, Knowledge, views_of

CSRF = "c" * 32


@dataclass(frozen=True)
class Received:
    """Everything of an answer that travels."""

    status: int
    head: bytes
    body: bytes
    was_read: bool = field(default=True, compare=False)
    """Whether what was sent has been read, or may have been: if not, anything would be answered like this."""

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Send = Callable[[str, str, bytes, Mapping[str, str]], Received]
"""Method, path with query, body, headers; to what came back."""


@dataclass
class Play:
    """One attempt: the moves it has made, the first `ply` of `path`."""

    deal: Deal
    path: Sequence[str]
    attempt: str
    ply: int = 0
    log: str | None = None

    @property
    def made(self) -> tuple[str, ...]:
        return tuple(self.path[: self.ply])


@dataclass(eq=False)
class Viewer:
    """A viewer: a name, with a token and a cookie unless it is a stranger."""

    name: str
    headers: Mapping[str, str] = field(default_factory=dict)
    player: Player | None = None
    organises: set[str] = field(default_factory=set)
    entries: dict[str, str] = field(default_factory=dict)
    """By competition."""
    plays: dict[tuple[str, int], list[Play]] = field(default_factory=dict)
    """By competition and round."""

    @property
    def entered(self) -> set[str]:
        """The competitions that the viewer is in."""
        return set(self.entries)

    @property
    def cookie(self) -> str:
        return self.headers.get("Cookie", "")


@dataclass
class Event:
    """A competition: its settings as they were sent, its deals as only the database tells them."""

    id: str
    settings: Mapping[str, Any]
    deals: list[Deal]
    open_rounds: tuple[int, ...] = (1,)
    closed: bool = False

    def others_are_shown(self, own: Sequence[Play]) -> bool:
        """Whether a player with these attempts at an open round may watch others' ended ones."""
        chosen = self.settings.get("play") == "open" or self.settings.get("others") == "finished"
        return chosen and self.play_is_over(own)

    def play_is_over(self, plays: Sequence[Play]) -> bool:
        """Whether a player with these attempts at a round has ended all that are allowed."""
        allowed = self.settings.get("attempts", 1)
        return allowed is not None and sum(play.log is not None for play in plays) >= allowed


class Stage:
    """Who is there, what is played, and what each viewer may know of it, as /guides/contract#hidden says."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.viewers: list[Viewer] = [Viewer("stranger")]
        self.events: list[Event] = []
        self._known: dict[tuple[Any, ...], Knowledge] = {}

    # Building

    def enlist(self, name: str) -> Viewer:
        """A player with a token and a browser."""
        player, secret = register_with_token(name=name, bot=False, now=timezone.now())
        session = SessionStore()
        session[SESSION_KEY] = player.pk
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = player.get_session_auth_hash()
        session.save()
        headers = {
            "Authorization": f"Bearer {secret}",
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={session.session_key}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
        }
        self.viewers.append(Viewer(name, headers, player))
        return self.viewers[-1]

    def ask(self, viewer: Viewer, method: str, path: str, body: Any = None) -> Any:
        """The JSON of an answer that is no refusal."""
        data = b"" if body is None else json.dumps(body).encode()
        got = self.send(
            method, f"/api/v1{path}", data, {**viewer.headers, "Content-Type": "application/json"}
        )
        assert got.status < 300, got
        return got.json

    def read(self, viewer: Viewer, path: str) -> Received:
        return self.send("GET", f"/api/v1{path}", b"", viewer.headers)

    def create(self, organiser: Viewer, rounds: Sequence[Mapping[str, Any]], **given: Any) -> Event:
        made = self.ask(
            organiser, "POST", "/competitions", {"name": "Friday", "rounds": list(rounds), **given}
        )
        stored = Round.objects.filter(competition=made["id"]).select_related("deal")
        deals = [Deal(each.deal.game_slug, tuple(each.deal.rules.items()), each.deal.seed) for each in stored]
        opened = tuple(round["number"] for round in made["rounds"] if round["state"] == "open")
        append_published(made["id"], rows_between(made["id"], 0, 100), timezone.now())
        append_due()
        event = Event(made["id"], {**given, "invite": made.get("invite")}, deals, opened)
        organiser.organises.add(event.id)
        self.events.append(event)
        return event

    def join(self, viewer: Viewer, event: Event) -> None:
        invite = {"invite": event.settings.get("invite")}
        entry = self.ask(viewer, "POST", f"/competitions/{event.id}/entries", invite)
        viewer.entries[event.id] = entry["id"]

    def play(self, viewer: Viewer, event: Event, ply: int, *, ends: bool = False, number: int = 1) -> Play:
        """The viewer joins, plays `ply` moves of a game that could go on, and may finish."""
        if event.id not in viewer.entered:
            self.join(viewer, event)
        deal = event.deals[number - 1]
        taken = {tuple(play.path) for play in self.plays(event)}
        begun = self.ask(viewer, "POST", f"/competitions/{event.id}/rounds/{number}/attempts")
        playing = Play(deal, path_of(deal, ply + 1, taken), begun["id"])
        playing.ply = min(ply, len(playing.path) - 1)
        viewer.plays.setdefault((event.id, number), []).append(playing)
        moves = {"ply": 0, "moves": playing.made}
        self.ask(viewer, "POST", f"/attempts/{playing.attempt}/moves", moves)
        if ends:
            self.ask(viewer, "POST", f"/attempts/{playing.attempt}/finish")
            playing.log = Attempt.objects.get(pk=playing.attempt).log.pk
        return playing

    # Knowing

    def named(self, name: str) -> Viewer:
        return next(viewer for viewer in self.viewers if viewer.name == name)

    def plays(self, event: Event | None = None) -> list[Play]:
        every = [made for viewer in self.viewers for made in viewer.plays.items()]
        return [play for (at, _), plays in every for play in plays if event is None or at == event.id]

    def events_named(self, path: str) -> list[Event]:
        """The competitions of which this is an address, or an address of something in them."""
        parts = set(re.split(r"\W+", path))
        return [
            event
            for event in self.events
            if event.id in parts or any({play.attempt, play.log} & parts for play in self.plays(event))
        ]

    def kinds(self, viewer: Viewer) -> dict[str, tuple[Any, ...]]:
        """What each attempt, log and entry is: of which contest and round, one's own or not, ended or not.

        Of players only games that are over are told: two are alike who have ended some in the same contests.
        """
        found: dict[str, tuple[Any, ...]] = {}
        for other in self.viewers:
            of_entry: dict[str, tuple[Any, ...]] = {}
            for (event, number), plays in other.plays.items():
                for play in plays:
                    kind = (event, number, other is viewer, play.log is not None)
                    found[play.attempt] = kind
                    of_entry[event] = (*of_entry.get(event, ()), kind)
                    if play.log:
                        found[play.log] = kind
            found |= {
                entry: (event, other is viewer, of_entry.get(event)) for event, entry in other.entries.items()
            }
            if other.player is not None:
                over = {event for (event, _), plays in other.plays.items() if any(play.log for play in plays)}
                found[other.player.pk] = (other is viewer, frozenset(over))
        return found

    def alike(self, viewer: Viewer, paths: Iterable[str]) -> list[list[str]]:
        """The paths, those together that lead to things of one kind."""
        found: dict[tuple[Any, ...], list[str]] = {}
        kinds = self.kinds(viewer)
        for path in paths:
            found.setdefault(kind_of(path, kinds), []).append(path)
        return [*found.values()]

    def speaks_for_outsiders(self, viewer: Viewer, path: str) -> bool:
        """Whether the viewer is in a competition that the path names, or organises one, or is a stranger.

        For all others, who have the same standing there, two speak: an organiser and a finisher of another.
        """
        events = self.events_named(path)
        if not events or viewer.player is None or any(_is_of(viewer, event) for event in events):
            return True
        outsiders = [
            other
            for other in self.viewers
            if other.player is not None and not any(_is_of(other, event) for event in events)
        ]
        finishers = [other for other in outsiders if any(play.log for play in _all_plays(other))]
        speakers = [other for other in outsiders if other.organises][:1] + finishers[:1]
        return viewer in (speakers or outsiders[:1])

    def knowledge(self, viewer: Viewer) -> Knowledge:
        """What the viewer may know now."""
        moment = (
            viewer.name,
            tuple((play.ply, play.log) for play in self.plays()),
            tuple(event.closed for event in self.events),
        )
        if moment not in self._known:
            self._known = {moment: self._knowledge(viewer)}  # the newest alone, to be used again
        return self._known[moment]

    def _knowledge(self, viewer: Viewer) -> Knowledge:
        mine = _all_plays(viewer)
        seen = [(play, play.made) for play in (*mine, *self._shown_of_others(viewer))]
        views = {text for play, moves in seen for text in views_of(play.deal, moves)}
        known = {play.attempt for play, _ in seen}
        hidden = (
            deal
            for event in self.events
            for number, deal in enumerate(event.deals, start=1)
            if not self._knows_seed(viewer, event, number)
        )
        secret = (play.made for play in self.plays() if play.attempt not in known)
        return Knowledge(tuple(hidden), frozenset(views), frozenset(made for _, made in seen), tuple(secret))

    def _knows_seed(self, viewer: Viewer, event: Event, number: int) -> bool:
        if event.closed:
            return self._is_let_in(viewer, event)
        is_open = event.settings.get("play") == "open" and number in event.open_rounds
        return is_open and event.id in viewer.entered

    def _is_let_in(self, viewer: Viewer, event: Event) -> bool:
        return event.settings.get("access") != "invite" or event.id in viewer.entered | viewer.organises

    def _shown_of_others(self, viewer: Viewer) -> Iterator[Play]:
        for event in self.events:
            for number in range(1, len(event.deals) + 1):
                own = viewer.plays.get((event.id, number), [])
                if event.others_are_shown(own) or (event.closed and self._is_let_in(viewer, event)):
                    for other in self.viewers:
                        ended = (play for play in other.plays.get((event.id, number), []) if play.log)
                        yield from ended if other is not viewer else ()

    def close(self, organiser: Viewer, event: Event) -> None:
        self.ask(organiser, "POST", f"/competitions/{event.id}/close")
        event.closed = True
        for playing in self.plays(event):
            playing.log = Attempt.objects.get(pk=playing.attempt).log.pk


def kind_of(path: str, kinds: Mapping[str, tuple[Any, ...]]) -> tuple[Any, ...]:
    """The path, with each attempt, log, entry and player in it as what it is to a viewer."""
    return tuple(kinds.get(part, part) for part in re.split(r"(\W+)", path))


def _is_of(viewer: Viewer, event: Event) -> bool:
    return event.id in viewer.organises | viewer.entered


def _all_plays(viewer: Viewer) -> list[Play]:
    return [play for plays in viewer.plays.values() for play in plays]


def path_of(deal: Deal, length: int, taken: set[tuple[str, ...]]) -> list[str]:
    """Moves after which the game is not over, and which nobody else plays as long as there are others."""
    longest: list[str] = []
    for attempt in range(200):
        chooser = random.Random(f"{deal.seed} {attempt}")
        table = next(deal.positions([])).table
        moves: list[str] = []
        while len(moves) < length and (legal := sorted(move.text for move in table.legal())):
            word = GAMES[deal.game].vocabulary(dict(deal.rules))[chooser.choice(legal)]
            if (after := word.after(table)).finished:
                break
            table = after
            moves.append(word.text)
        if len(moves) == length and tuple(moves) not in taken:
            return moves
        longest = max(longest, moves, key=len)
    return longest


def two_rounds(game: str, rules: Mapping[str, str]) -> list[dict[str, Any]]:
    """One that is open, and one that has not opened."""
    return [
        {"game": game, "rules": rules},
        {"game": game, "rules": rules, "opens_at": "2999-01-01T00:00:00Z"},
    ]


def sealed_scene(
    send: Send, game: str, rules: Mapping[str, str], ply: int, *, small: bool = False, **settings: str
) -> Stage:
    """A sealed round in full swing, and one that has not opened; unless small, with another event, by
    invitation, whose organiser plays, and the deals of the day.

    `settings` are of the first event; the other has their defaults.
    """
    stage, rounds = Stage(send), two_rounds(game, rules)
    public = stage.create(stage.enlist("Organiser"), rounds, **{"others": "finished", **settings})
    stage.join(stage.enlist("Joined"), public)
    stage.play(stage.enlist("In the middle"), public, ply)
    stage.play(stage.enlist("At it too"), public, ply + 1)
    for name in ("Finished", "Finished too"):
        stage.play(stage.enlist(name), public, ply, ends=True)
    if not small:
        pam = stage.enlist("Playing organiser")
        hers = stage.create(pam, rounds, access="invite", time_limit_s=86_400)
        stage.play(pam, hers, ply)
        stage.play(stage.enlist("Invited and done"), hers, ply + 1, ends=True)
        make_dailies(timezone.now())
    return stage


def open_scene(send: Send, game: str, rules: Mapping[str, str], ply: int) -> Stage:
    """An open round of two attempts, and one that has not opened."""
    stage = Stage(send)
    olga, _ = stage.enlist("Organiser"), stage.enlist("Admin staff")
    event = stage.create(olga, two_rounds(game, rules), play="open", attempts=2)
    stage.join(stage.enlist("Joined"), event)
    for name, *attempts in (
        ("In the middle", (ply, False)),
        ("One left", (ply, True)),
        ("Through", (ply, True), (ply + 1, True)),
        ("Through too", (ply, True), (ply + 1, True)),
        ("In the second", (ply, True), (ply, False)),
    ):
        viewer = stage.enlist(name)
        for length, ends in attempts:
            stage.play(viewer, event, length, ends=ends)
    return stage
