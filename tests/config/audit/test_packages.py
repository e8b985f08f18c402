"""`manage.py audit`: its report is about the locked packages, and each has a licence that we accept."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from config.audit import packages
from config.audit.packages import (
    Findings,
    Package,
    line_of,
    npm_packages,
    python_packages,
    said_by_npm,
    said_by_pip_audit,
)

PACKAGE = Package("Python", "cards", "1.0", "MIT", tool=False)


def test_the_report_lists_every_locked_package_with_a_licence_that_we_accept() -> None:
    [file] = packages.FOLDER.glob("20*.txt")
    text = file.read_text()
    told = {line for line in text.splitlines() if line.startswith(("Python ", "npm "))}
    locked = {*python_packages(), *npm_packages()}
    assert {line.rpartition(": ")[0] for line in told} == {
        line_of(each).rpartition(": ")[0] for each in locked
    }, "run `python3 manage.py audit`"
    for line in told:
        kind, name, _, licence = line.removesuffix(" (tool)").split(" ", 3)
        package = replace(PACKAGE, licence=licence, tool=line.endswith(" (tool)"))
        assert package.accepted, (kind, name, licence)
    assert text.startswith(f"An audit of {file.stem}, ")
    assert "://" not in text


@pytest.mark.parametrize(
    ("licence", "of_a_site", "of_a_tool"),
    [
        ("MIT", True, True),
        ("(MIT OR GPL-2.0-only)", True, True),
        ("Apache-2.0 AND BSD-2-Clause", True, True),
        ("MIT AND Nonsense", False, False),
        ("GPL-2.0-only AND (ISC OR MIT)", False, False),
        ("(ISC OR GPL-2.0-only) AND (MIT OR GPL-2.0-only)", False, False),
        ("GPL-3.0-or-later", False, True),
        ("unknown", False, False),
    ],
)
def test_a_licence_is_accepted_of_what_runs_or_of_tools_or_not(
    licence: str, of_a_site: bool, of_a_tool: bool
) -> None:
    package = replace(PACKAGE, licence=licence)
    assert (package.accepted, replace(package, tool=True).accepted) == (of_a_site, of_a_tool)


def test_what_the_services_say_is_found_and_silence_is_no_answer() -> None:
    known = [{"name": "cards", "vulns": [{"id": "CVE-2026-1"}]}, {"name": "deck", "vulns": []}]
    known += [{"name": "joker", "skip_reason": "nobody knows it"}]
    found = Findings(["cards CVE-2026-1"], not_asked=["joker"])
    assert said_by_pip_audit(json.dumps({"dependencies": known})) == found
    assert said_by_npm('{"vulnerabilities": {"cards": {"severity": "high"}}}') == Findings(
        ["cards (high)"], []
    )
    for said in (said_by_pip_audit, said_by_npm):
        for silence in ("", "no network", "[]", '{"message": "nobody answers"}'):
            assert said(silence) is None


NOTHING = Findings([], [])
VULNERABLE = Findings(["cards CVE-2026-1"], [])
SKIPPED = Findings([], ["joker", "jester"])

NOTHING_KNOWN = "Vulnerabilities are known of Python packages: none."
NOT_ASKED = "The service that knows vulnerabilities of Python packages could not be asked."
NOT_ASKED_ABOUT = "The service could not be asked about these Python packages: joker, jester."


@pytest.mark.parametrize(
    ("python", "npm", "code", "sentences"),
    [
        (NOTHING, NOTHING, 0, [NOTHING_KNOWN]),
        (VULNERABLE, None, 1, ["Vulnerabilities are known of Python packages: cards CVE-2026-1."]),
        (NOTHING, None, 2, [NOTHING_KNOWN]),
        (None, NOTHING, 2, [NOT_ASKED]),
        (SKIPPED, NOTHING, 2, [NOTHING_KNOWN, NOT_ASKED_ABOUT]),
        (SKIPPED, VULNERABLE, 1, [NOTHING_KNOWN, NOT_ASKED_ABOUT]),
    ],
)
def test_it_says_what_it_found_and_ends_with_it(
    python: Findings | None,
    npm: Findings | None,
    code: int,
    sentences: list[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(packages, "FOLDER", tmp_path)
    monkeypatch.setattr(packages, "python_packages", lambda: [PACKAGE])
    monkeypatch.setattr(packages, "npm_packages", list)
    monkeypatch.setattr(packages, "bill_of_materials", lambda _: "")
    monkeypatch.setattr(packages, "known_by_pip_audit", lambda _: python)
    monkeypatch.setattr(packages, "known_by_npm", lambda _: npm)
    assert packages.audit() == code
    said = capsys.readouterr().err.splitlines()
    assert [each for each in said if "Python packages" in each] == sentences
