"""Simulated days of a site in one process. One seed decides the clock, the order of acts, the faults, and
what players and organisers do.

Players call the use cases; workers pass on news and do the jobs. A statement may fail, an answer may get
lost, and a process may die at any statement. Nothing sleeps. Whoever got no answer asks again.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import OperationalError, connection

from competitions.contests import close, disqualify, grants
from competitions.contests.join import join
from competitions.embargo.visibility import viewpoint_of_organising
from competitions.jobs import recovery
from competitions.jobs.due_rows import LEASE
from competitions.models import Competition, Entry, FollowerCursor, Player, Round
from competitions.play import dealer, positions
from competitions.play.deadlines import do_what_is_due
from competitions.play.submit_log import entry_of, judge, submit_log
from competitions.ratings.rate_rounds import GAMES_RATED, RatedGame
from competitions.refusals import Refusal
from competitions.standings import memory, standings
from games.replay import play
from tests.clients.rest import Client
from tests.competitions.conftest import Clock
from tests.jobs.work import do_all_due

from .invariants import Answered, Stored, check, told

T = TypeVar("T")

PLAYERS = 6
CONTESTS = 3
"""How many contests are played at once."""
ACTS_A_DAY = 40
STATEMENTS = 60
"""A fault comes within so many statements of an act or of a worker, or not at all."""


class Killed(BaseException):
    """The process dies. What it has not committed is gone."""


class Faults:
    """Stands between Django and the database. From a statement on, all fail, until the act is over."""

    def __init__(self) -> None:
        self.error: BaseException | None = None
        self.after = 0
        self.writes = 0
        """How many statements have written, or have tried to."""

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        # Those are no work of the process: the database takes back by itself what was not committed.
        if self.error is not None and not sql.startswith(("SAVEPOINT", "ROLLBACK", "RELEASE")):
            self.after -= 1
            if self.after < 0:
                raise self.error
        self.writes += sql.startswith(("INSERT", "UPDATE", "DELETE"))
        return execute(sql, *rest)

    @contextmanager
    def coming(self, error: BaseException, after: int) -> Iterator[None]:
        self.error, self.after = error, after
        try:
            yield
        finally:
            self.error = None


class Contest:
    """A contest, and what its players were answered."""

    def __init__(self, made: dict[str, Any]) -> None:
        self.id: str = made["id"]
        self.open = made["play"] == "open"
        self.rounds = len(made["rounds"])
        self.answered = Answered()
        self.views: dict[str, dict[str, Any]] = {}
        """What the player of each attempt was shown last."""
        self.checked_at = 0
        """How many statements had written when its invariants were checked last."""


class Simulation:
    """A site with a few players; `trace` has what has happened."""

    def __init__(self, seed: int, anyone: Client, clock: Clock) -> None:
        self.chance, self.clock, self.faults = random.Random(seed), clock, Faults()
        self.host = anyone.guest("Host")
        self.organiser = Player.objects.get(pk=self.host.player["id"])
        guests = [anyone.guest(f"Player {n}") for n in range(PLAYERS)]
        self.players = [Player.objects.get(pk=each.player["id"]) for each in guests]
        self.contests: list[Contest] = []
        self.over: list[Contest] = []
        self.trace: list[str] = []
        self._forget()

    def day(self) -> None:
        """Whatever happens on a day. In the evening, all followers have taken all that has happened."""
        with connection.execute_wrapper(self.faults):
            for _ in range(ACTS_A_DAY):
                self.step()
            self._settle()

    def step(self) -> None:
        while len(self.contests) < CONTESTS:
            self._publish()
        contest = self.chance.choice(self.contests)
        acts, weights = zip(*ACTS, strict=True)
        act = self.chance.choices(acts, weights)[0]
        outcome = act(self, contest)
        self.trace.append(f"{self.clock.now:%d %H:%M:%S} {act.__name__} in {contest.id}: {outcome}")
        if contest.checked_at != self.faults.writes or act is Simulation.restart:
            self._check(contest)

    # What happens

    def _publish(self) -> None:
        """A new contest with settings by chance."""
        one_of = self.chance.choice
        is_open = one_of([True, False])
        game = one_of(["wish", "well", "three-by-three", "winabit"])
        rounds = [
            {"game": game} | ({"seed": f"seed-{n}-of-{len(self.trace)}"} if is_open else {})
            for n in range(one_of([1, 1, 2, 3]))
        ]
        settings = {
            "play": "open" if is_open else "sealed",
            "attempts": one_of([None, 3]) if is_open else 1,
            "counts": one_of(["best", "first"]) if is_open else "best",
            "tie_break": [],
            "closes_at": one_of([None, self.clock.after(hours=self.chance.randint(2, 40))]),
        }
        if not is_open:
            settings["time_limit_s"] = one_of([None, 600])
        self.contests.append(Contest(self.host.create(rounds=rounds, **settings)))

    def enter(self, contest: Contest) -> str:
        competition = Competition.read(contest.id)
        player = self.chance.choice(self.players)
        return self._insist(
            lambda: join(competition=competition, player=player, invite=None, now=self.clock.now),
            lambda answer: None,
        )

    def begin(self, contest: Contest) -> str:
        """Begin to play a round, or see the table of the attempt that runs."""
        if (entry := self._entry(contest)) is None:
            return self.enter(contest)
        round = self._round(contest)

        def note(answer: tuple[dealer.Snapshot, bool]) -> None:
            snapshot, _ = answer
            moves = contest.answered.moves.setdefault(snapshot.attempt.pk, [])
            assert snapshot.position.ply == len(moves)
            contest.views[snapshot.attempt.pk] = dict(snapshot.view)

        return self._insist(lambda: dealer.start_attempt(entry=entry, round=round, now=self.clock.now), note)

    def move(self, contest: Contest) -> str:
        if (attempt := self._attempt(contest)) is None:
            return self.begin(contest)
        moves, view = contest.answered.moves[attempt], contest.views[attempt]
        if not view["legal"]:
            return self.finish(contest)
        chosen = self.chance.choice(view["legal"])

        def note(snapshot: dealer.Snapshot) -> None:
            moves.append(chosen)
            assert snapshot.position.ply == len(moves)
            self._note_end(contest, snapshot)

        return self._insist(
            lambda: dealer.play_moves(attempt_id=attempt, ply=len(moves), moves=[chosen], now=self.clock.now),
            note,
        )

    def take_back(self, contest: Contest) -> str:
        if (attempt := self._attempt(contest)) is None:
            return "nobody plays"
        moves = contest.answered.moves[attempt]
        ply = self.chance.randint(0, len(moves))

        def note(snapshot: dealer.Snapshot) -> None:
            del moves[ply:]
            self._note_end(contest, snapshot)

        return self._insist(lambda: dealer.take_back(attempt_id=attempt, ply=ply, now=self.clock.now), note)

    def finish(self, contest: Contest) -> str:
        if (attempt := self._attempt(contest)) is None:
            return "nobody plays"
        return self._insist(
            lambda: dealer.finish(attempt_id=attempt, now=self.clock.now),
            lambda snapshot: self._note_end(contest, snapshot),
        )

    def send_log(self, contest: Contest) -> str:
        """Send a game by chance, as a whole log."""
        entry = self._entry(contest)
        if entry is None or not contest.open:
            return self.move(contest)
        round = self._round(contest)
        position, moves = round.deal.opening, list[str]()
        for _ in range(self.chance.randint(1, 12)):
            legal = sorted(move.text for move in position.table.legal())
            if not legal:
                break
            moves.append(self.chance.choice(legal))
            later = play(position, moves[-1])
            assert not hasattr(later, "error")
            position = later
        verdict = judge(deal=round.deal, moves=moves)

        def note(log: Any) -> None:
            contest.answered.logs[log.pk] = (tuple(moves), position.table.score)

        return self._insist(
            lambda: submit_log(entry=entry, round=round, moves=moves, verdict=verdict, now=self.clock.now),
            note,
        )

    def judge_somebody(self, contest: Contest) -> str:
        """An organiser disqualifies or reinstates an entry, or sets its result aside, or takes that back."""
        if (entry := self._entry(contest)) is None:
            return "nobody is there"
        competition, round = Competition.read(contest.id), self._round(contest)
        common = {
            "competition": competition,
            "organiser": self.organiser,
            "entry": entry,
            "reason": "By chance",
        }
        acts: list[Callable[[], object]] = [
            lambda: disqualify.disqualify(**common, now=self.clock.now),
            lambda: disqualify.reinstate(**common, now=self.clock.now),
            lambda: grants.set_aside(**common, round=round, now=self.clock.now),
            lambda: grants.count_again(**common, round=round, now=self.clock.now),
        ]
        return self._insist(self.chance.choice(acts), lambda _: None)

    def close(self, contest: Contest) -> str:
        competition = Competition.read(contest.id)
        return self._insist(
            lambda: close.close(competition=competition, organiser=self.organiser, now=self.clock.now),
            lambda _: None,
        )

    def let_time_pass(self, contest: Contest) -> str:
        self.clock.forward(seconds=self.chance.choice([1, 30, 700, 3600, 4 * 3600]))
        return "later"

    def set_the_clock(self, contest: Contest) -> str:
        """Somebody sets the clock of the machine, to an hour earlier or later."""
        self.clock.forward(hours=self.chance.choice([-1, 1]))
        return "another hour"

    def look_at_the_clock(self, contest: Contest) -> str:
        return self._insist(lambda: do_what_is_due(self.clock.now, since=None), lambda _: None)

    def work(self, contest: Contest) -> str:
        """A worker does all that is due, or dies in the middle of it; another finds that out later."""
        try:
            with self.faults.coming(Killed(), self.chance.randint(0, 10 * STATEMENTS)):
                do_all_due()
        except Killed:
            self._forget()
            return "was killed"
        return "did all"

    def restart(self, contest: Contest) -> str:
        self._forget()
        return "remembers nothing"

    # How it is done

    def _insist(self, act: Callable[[], T], note: Callable[[T], object]) -> str:
        """Act until there is an answer, and note it; return what happened, in short."""
        tries = 0
        while True:
            tries += 1
            kind = self.chance.choice(["well", "well", "lost", "away", "killed"]) if tries < 4 else "well"
            error = Killed() if kind == "killed" else OperationalError("the connection was lost")
            try:
                if kind in ("away", "killed"):
                    with self.faults.coming(error, self.chance.randint(0, STATEMENTS)):
                        answer = act()
                else:
                    answer = act()
            except Refusal as refusal:
                return refusal.code
            except (OperationalError, Killed):
                if kind == "killed":
                    self._forget()
                continue
            if kind != "lost":
                note(answer)
                return f"done at try {tries}"

    def _forget(self) -> None:
        """Another process goes on, which remembers nothing."""
        positions.memory = positions.Memory(positions.REMEMBERED)  # type: ignore[misc]
        standings.FIELDS = memory.Fields(10_000)  # type: ignore[misc]
        entry_of.cache_clear()
        GAMES_RATED.update({slug: RatedGame(slug) for slug in GAMES_RATED})

    def _note_end(self, contest: Contest, snapshot: dealer.Snapshot) -> None:
        contest.views[snapshot.attempt.pk] = dict(snapshot.view)
        if snapshot.attempt.score is not None:
            contest.answered.ended[snapshot.attempt.pk] = snapshot.attempt.score

    def _entry(self, contest: Contest) -> Entry | None:
        entries = list(
            Entry.objects.filter(competition=contest.id).order_by("event").values_list("player", flat=True)
        )
        return entry_of(contest.id, self.chance.choice(entries)) if entries else None

    def _attempt(self, contest: Contest) -> str | None:
        """An attempt of which nobody was told that it has ended."""
        running = [each for each in contest.answered.moves if each not in contest.answered.ended]
        return self.chance.choice(running) if running else None

    def _round(self, contest: Contest) -> Round:
        rounds = Round.objects.select_related("deal", "competition").filter(competition=contest.id)
        return rounds.get(number=self.chance.randint(1, contest.rounds))

    # What must be true

    def _check(self, contest: Contest) -> None:
        contest.checked_at = self.faults.writes
        stored = Stored(contest.id)
        places = check(stored, contest.answered, self.clock.now)
        seen = viewpoint_of_organising(stored.competition, self.clock.now)
        assert told(standings.sheet(seen).results) == places

    def _settle(self) -> None:
        """Time passes until all leases are over; then a worker does all, and contests that are over go."""
        self.clock.forward(seconds=2 * max(LEASE, recovery.LEASE).total_seconds())
        do_what_is_due(self.clock.now, since=None)
        recovery.make_ready_again(self.clock.now)
        do_all_due()
        assert not Competition.objects.filter(has_news=True).exists()
        assert not FollowerCursor.objects.behind().exists(), "a follower has not taken all"
        for contest in self.contests[:]:
            self._check(contest)
            if Competition.read(contest.id).state(self.clock.now) == "closed":
                self.contests.remove(contest)
                self.over.append(contest)
        for contest in self.chance.sample(self.over, min(2, len(self.over))):
            self._check(contest)


ACTS: list[tuple[Callable[[Simulation, Contest], str], int]] = [
    (Simulation.enter, 6),
    (Simulation.begin, 8),
    (Simulation.move, 30),
    (Simulation.take_back, 4),
    (Simulation.finish, 4),
    (Simulation.send_log, 20),
    (Simulation.judge_somebody, 3),
    (Simulation.close, 1),
    (Simulation.let_time_pass, 6),
    (Simulation.set_the_clock, 2),
    (Simulation.look_at_the_clock, 4),
    (Simulation.work, 6),
    (Simulation.restart, 1),
]
