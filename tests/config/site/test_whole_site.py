"""`manage.py site`: all parts behind one address, through a rolling restart and a kill, while people play;
also where processes for pages, play and watching stand apart."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from config.site.ports import accepts_connections
from config.site.supervisor import PartFailed, SitePart, Supervisor
from config.site.whole_site import site_options
from evendeal import Client
from tests.clients.contests import golden, golden_round
from tests.clients.load import Load
from tests.clients.pages import fetch
from tests.servers.daphne import ROOT, environment
from tests.servers.ports import own_port
from tests.servers.running import PATIENCE_S, running, wait_for
from tests.waiting import until


class Trial:
    """A site of two web processes, or of two for each role."""

    def __init__(self, folder: Path, *options: str, settings: Mapping[str, str]) -> None:
        self.folder, self.port, self.log = folder / "site", own_port(), folder / "log"
        self.url = f"http://127.0.0.1:{self.port}"
        self.command = [sys.executable, ROOT / "manage.py", "site", f"--port={self.port}", *options]
        self.env = environment({"DATA_DIR": str(folder), **settings})

    def control(self, *words: str) -> str:
        command = [
            sys.executable,
            "-m",
            "supervisor.supervisorctl",
            "-c",
            self.folder / "supervisord.conf",
            *words,
        ]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def pid(self, part: str) -> int:
        return int(self.control("pid", part))

    def url_of(self, part: str) -> str:
        """The address of a web process, without the proxy."""
        found = re.search(rf"^{part} +port (\d+)$", self.log.read_text(), re.MULTILINE)
        assert found
        return f"http://127.0.0.1:{found[1]}"

    def is_ready(self, part: str) -> bool:
        """Whether the process answers, and says that it should get visitors."""
        with contextlib.suppress(OSError):
            return fetch(self.url_of(part), "GET", "/readyz").status == 200
        return False


@contextlib.contextmanager
def tried(folder: Path, *options: str, settings: Mapping[str, str] = MappingProxyType({})) -> Iterator[Trial]:
    """A site that runs. At the end it is told to stop, and nothing of it is left."""
    trial = Trial(folder, *options, settings=settings)
    with running(trial.command, trial.log, cwd=folder, env=trial.env) as process:
        wait_for(process, lambda: f"Evendeal is at {trial.url}/ " in trial.log.read_text(), trial.log)
        try:
            yield trial
        finally:
            process.send_signal(signal.SIGINT)
            ended = process.wait(PATIENCE_S)
        assert ended == 0
    assert not accepts_connections(trial.port)
    config = (trial.folder / "supervisord.conf").read_text() + trial.log.read_text()
    for port in set(re.findall(r"port[ =](\d+)", config)):
        assert not accepts_connections(int(port)), trial.log.read_text()


def follow(url: str, contest: str, rows: list[Any]) -> None:
    """Keep the rows that a watcher sees, until the contest is over."""
    with Client(url) as client, contextlib.closing(client.watch(contest)) as messages:
        for message in messages:
            if message["type"] == "standings":
                rows[:] = message["results"]
            elif message["type"] == "state" and message["state"] == "closed":
                return


@pytest.mark.extra
@pytest.mark.long
@pytest.mark.parametrize(
    ("options", "restarted"),
    [((), ("web-1", "web-2")), (("--apart",), ("pages-1", "play-1", "watch-1"))],
    ids=["together", "apart"],
)
def test_a_rolling_restart_fails_no_request_and_loses_nothing(
    options: tuple[str, ...], restarted: tuple[str, ...], tmp_path: Path
) -> None:
    with contextlib.ExitStack() as stack:
        trial = stack.enter_context(tried(tmp_path, *options))
        host, player = (stack.enter_context(Client.as_guest(trial.url, name)) for name in ("Host", "Ada"))
        sealed = host.create("Sealed", [{"game": "well"}])["id"]
        logs = host.create("Logs", [golden_round()], play="open", attempts=None)["id"]
        moves = golden()["log"]["moves"]
        for contest in (sealed, logs):
            player.join(contest)
        attempt = player.start(sealed)
        table = stack.enter_context(player.table(attempt))
        rows: list[Any] = []
        headers = {"Authorization": f"Bearer {player.token}", "Content-Type": "application/json"}

        def read(_: int) -> None:
            assert fetch(trial.url, "GET", "/api/v1/games").status == 200

        def submit(number: int) -> None:
            """Once: the client would try again. Each log is another one, as far as there are moves."""
            body = json.dumps({"moves": moves[: 1 + number % len(moves)]}).encode()
            got = fetch(trial.url, "POST", f"/api/v1/competitions/{logs}/rounds/1/logs", body, headers)
            assert got.status == 201, got.raw

        def play(number: int) -> None:
            if table.view["legal"]:
                assert table.play(table.view["legal"][-1])["ply"] == number + 1

        watching = threading.Thread(target=follow, args=(trial.url, logs, rows))
        watching.start()
        with Load(read, submit, play) as load:
            load.goes_on()
            for part in restarted:
                before = trial.pid(part)
                assert "started" in trial.control("restart", part)
                assert trial.pid(part) != before
                load.goes_on()
                until(partial(trial.is_ready, part))
            load.goes_on()
        assert load.faults == []
        if "play-1" in restarted:
            served = [fetch(trial.url_of(part), "GET", "/api/v1/games").status for part in restarted]
            assert served == [200, 421, 421]
        os.kill(trial.pid(restarted[-1]), signal.SIGKILL)
        until(lambda: f"{restarted[-1]} was started again" in trial.log.read_text())
        until(lambda: rows and rows == [{name: row[name] for name in rows[0]} for row in host.rows(logs)])
        host.close_competition(logs)
        assert len(list(host.logs(logs))) == min(load.done[1], len(moves)), "each log is stored once"
        assert player.attempt(attempt["id"])["view"]["ply"] == table.view["ply"]
        watching.join(PATIENCE_S)
        assert not watching.is_alive()


def test_a_part_that_does_not_stay_up_stops_everything_with_a_clear_word(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import sys; sys.exit('no card is left')"]
    part = SitePart("web-1", command, 1, lambda: False, tmp_path, "nowhere")
    with (
        pytest.raises(PartFailed, match=r"(?s)web-1 does not stay up, so everything stops.*no card is left"),
        Supervisor(tmp_path, [part], environment({})) as supervisor,
    ):
        supervisor.start([part], lambda: True)


def test_its_options_are_few(capsys: pytest.CaptureFixture[str]) -> None:
    asked = vars(site_options(["--processes", "3", "--apart"]))
    assert asked == {"processes": 3, "apart": True, "port": 8000}
    for wrong in (["--processes", "0"], ["--port", "70000"], ["--demo"]):
        with pytest.raises(SystemExit, match="2"):
            site_options(wrong)
        assert capsys.readouterr().err.startswith("usage: manage.py site")
