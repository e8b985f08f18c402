"""A crowd at a site: players move by move, players who send logs, and watchers. Each is a usual client, which
asks again until it is answered; what was answered is noted."""

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from typing import Any

from evendeal import Client
from games import GAMES
from tests.clients.contests import golden, golden_round
from tests.clients.heard import Heard, follow_socket, follow_stream
from tests.clients.load import Load
from tests.servers.running import PATIENCE_S
from tests.waiting import until

from .invariants import Answered, told

MOST_MOVES = 10
"""A player gives up after so many moves, so that games end, too."""
ROUNDS = 30
DEALS = 4
"""How many rounds the contest for logs has."""


NewContest = Callable[[], tuple[str, Answered]]


class Mover:
    """A player of sealed contests. Each act is a move, or the end of a game and the begin of the next; after
    the last round, the next is in `another` contest."""

    def __init__(
        self, client: Client, contest: str, answered: Answered, another: NewContest, *, over_socket: bool
    ) -> None:
        self.client, self.another, self.over_socket = client, another, over_socket
        self.chance = random.Random(contest)
        self.moves: list[str] = []
        self._enter(contest, answered)

    def __call__(self, _: int) -> None:
        if not self.view["legal"] or len(self.moves) >= MOST_MOVES:
            self._end()
            if self.round == ROUNDS:
                self._enter(*self.another())
            else:
                self._begin()
            return
        move = self.chance.choice(self.view["legal"])
        if self.over_socket:
            self.view = self.table.play(move)
        else:
            self.view = self.client.moves(self.attempt, len(self.moves), [move])["view"]
        self.moves.append(move)
        assert self.view["ply"] == len(self.moves), "an answered move is gone, or one is there twice"

    def _enter(self, contest: str, answered: Answered) -> None:
        self.contest, self.answered, self.round = contest, answered, 0
        self.client.join(contest)
        self._begin()

    def _begin(self) -> None:
        self.round += 1
        attempt = self.client.start(self.contest, self.round)
        self.attempt, self.view = attempt["id"], attempt["view"]
        self.moves = self.answered.moves[self.attempt] = []
        if self.over_socket:
            self.table = self.client.table(attempt)

    def _end(self) -> None:
        self.leave()
        ended = self.client.finish(self.attempt)
        assert ended["score"] is not None
        self.answered.ended[self.attempt] = ended["score"]

    def leave(self) -> None:
        if self.over_socket:
            self.table.close()


class Sender:
    """A player of an open contest. Each act is a game by chance, sent as a whole log."""

    def __init__(self, client: Client, contest: str, answered: Answered, number: int) -> None:
        self.client, self.contest, self.answered = client, contest, answered
        self.chance = random.Random(f"{contest} {number}")
        client.join(contest)

    def __call__(self, number: int) -> None:
        deal = number % DEALS
        moves = self._game(golden(n=deal)["log"])
        verdict = self.client.submit(self.contest, moves, deal + 1)
        assert verdict["verdict"] == "accepted", verdict
        self.answered.logs[verdict["id"]] = (tuple(moves), verdict["score"])

    def _game(self, log: Any) -> list[str]:
        table, moves = GAMES[log["game"]].open(log["seed"], log["rules"]).table, []
        for _ in range(self.chance.randint(5, 30)):
            legal = sorted(table.legal(), key=lambda move: move.text)
            if not legal:
                break
            move = self.chance.choice(legal)
            table = move.after(table)
            moves.append(move.text)
        return moves


class Crowd:
    """Two contests and those who play and watch them, each at one of the processes in turn. Contests that
    follow the sealed one have no watchers."""

    def __init__(self, urls: Sequence[str], stack: ExitStack) -> None:
        self.urls, self._stack = urls, stack
        self.host = self._guest(0, "Host")
        self.answered: dict[str, Answered] = {}
        self.sealed, answered = self._new_sealed()
        rounds = [golden_round(n=n) for n in range(DEALS)]
        self.open = self.host.create("Logs", rounds, play="open", attempts=None, tie_break=[])["id"]
        self.answered[self.open] = Answered()
        self.movers = [
            Mover(self._guest(n, f"Mover {n}"), self.sealed, answered, self._new_sealed, over_socket=n < 2)
            for n in range(3)
        ]
        self.senders = [
            Sender(self._guest(n, f"Sender {n}"), self.open, self.answered[self.open], n) for n in range(2)
        ]
        watched = [
            (url, contest, follow)
            for url in urls
            for contest, follow in ((self.sealed, follow_socket), (self.open, follow_stream))
        ]
        self.heard = [Heard() for _ in watched]
        self._contests = [contest for _, contest, _ in watched]
        self._watching = [
            threading.Thread(target=follow, args=(url, contest, heard), daemon=True)
            for (url, contest, follow), heard in zip(watched, self.heard, strict=True)
        ]
        self._newcomers = 0
        self.load = Load(*self.movers, *self.senders, pause_s=0.05)

    def _guest(self, number: int, name: str) -> Client:
        client = Client(self.urls[number % len(self.urls)], patience_s=PATIENCE_S)
        client.token = client.guest(name)["token"]
        return self._stack.enter_context(client)

    def _new_sealed(self) -> tuple[str, Answered]:
        # By the clock of this machine: a contest that was made while the site's clock is fast stays open when
        # that clock is set back.
        now, rounds = datetime.now(UTC).isoformat(), [{"game": "winabit"}] * ROUNDS
        contest = self.host.create("Sealed", rounds, opens_at=now, tie_break=[])["id"]
        return contest, self.answered.setdefault(contest, Answered())

    def goes_on(self) -> None:
        """Wait until everybody has acted a few times more, and every watcher was told of a newcomer."""
        self.load.goes_on()
        before = [len(each.versions) for each in self.heard]
        self._newcomers += 1
        newcomer = self._guest(self._newcomers, f"Newcomer {self._newcomers}")
        for contest in (self.sealed, self.open):
            newcomer.join(contest)
        for number, (each, known) in enumerate(zip(self.heard, before, strict=True)):
            fault = f"watcher {number} is told nothing"
            until(lambda each=each, known=known: len(each.versions) > known, fault)

    def heard_of(self, contest: str) -> list[Heard]:
        """What each watcher of the contest heard."""
        return [heard for heard, its in zip(self.heard, self._contests, strict=True) if its == contest]

    @contextmanager
    def at_it(self) -> Iterator[None]:
        """All act and watch until the block ends. Then the contests close, and the watchers have heard it."""
        for each in self._watching:
            each.start()
        with self.load:
            self.goes_on()
            yield
            self.goes_on()
        assert self.load.faults == []
        for each in self.movers:
            each.leave()
        for contest in self.answered:
            rows = told(list(self.host.rows(contest)))
            for each in self.heard_of(contest):
                until(lambda each=each, rows=rows: told(each.rows) == rows, "a watcher has other rows")
                assert each.versions == sorted(set(each.versions)), "a watcher was told old rows again"
        for contest in self.answered:
            self.host.close_competition(contest)
        for each in self._watching:
            each.join(PATIENCE_S)
            assert not each.is_alive(), "a watcher has not heard that the contest is closed"
