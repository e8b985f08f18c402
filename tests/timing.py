"""Where the time of a run goes: `--where-time-goes` tells, at the end, the seconds of each file of tests."""

import os
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

OPTION = "--where-time-goes"
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def cpu_seconds() -> float:
    """What this process has used so far, with every process below it: servers and browsers too, on Linux."""
    times = os.times()
    ended = times.children_user + times.children_system
    return time.process_time() + ended + sum(map(_used_by, _below(os.getpid())))


def _below(pid: int) -> Iterator[int]:
    """The processes that live below this one."""
    for child in _children(Path(f"/proc/{pid}/task")):
        yield child
        yield from _below(child)


def _children(threads: Path) -> Iterator[int]:
    """What the threads of a process have started; nothing of those that have just ended."""
    with suppress(OSError):
        for thread in threads.iterdir():
            with suppress(OSError):
                yield from [int(child) for child in (thread / "children").read_text().split()]


def _used_by(pid: int) -> float:
    """What a process has used, with those below it that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) * TICK_S


@dataclass
class Spent:
    wall_s: float = 0.0
    cpu_s: float = 0.0

    def add(self, wall_s: float, cpu_s: float) -> None:
        self.wall_s += wall_s
        self.cpu_s += cpu_s


class Timing:
    """Notes in each worker what every test takes, and adds it up where the reports come together."""

    def __init__(self) -> None:
        self.last = 0.0
        """The seconds used up to the last report. Those before the first test went into collecting."""
        self.by_file: defaultdict[str, Spent] = defaultdict(Spent)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if not self.last:
            self.last = cpu_seconds()
            item.user_properties.append(("collecting", self.last))
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Iterator[None]:
        report: pytest.TestReport = yield
        report.cpu_s = 0.0
        # Once for each test: looking through the processes below takes longer than many a test.
        if report.when == "teardown":
            used = cpu_seconds()
            # When a browser ends, what it has used is gone from the sum: count nothing then, not less.
            report.cpu_s, self.last = max(0.0, used - self.last), used
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.by_file[report.nodeid.partition("::")[0]].add(report.duration, report.cpu_s)
        if report.when == "setup":
            for name, value in report.user_properties:
                if name == "collecting":
                    self.by_file["collecting the tests, each worker all of them"].add(0.0, value)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("where time goes")
        terminalreporter.write_line("  wall s   CPU s")
        slowest_first = sorted(self.by_file.items(), key=lambda file: -file[1].cpu_s)
        total = Spent()
        rest = cpu_seconds() - sum(spent.cpu_s for spent in self.by_file.values())
        slowest_first.append(
            ("handing the tests out, and the servers that all share", Spent(0.0, max(0.0, rest)))
        )
        for name, spent in slowest_first:
            total.add(spent.wall_s, spent.cpu_s)
            terminalreporter.write_line(f"{spent.wall_s:8.1f}{spent.cpu_s:8.1f}  {name}")
        terminalreporter.write_line(f"{total.wall_s:8.1f}{total.cpu_s:8.1f}  all, of all workers")
