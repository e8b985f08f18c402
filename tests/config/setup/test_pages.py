"""When the pages are built, and with what. No command is real here."""

import shutil
import sys
from pathlib import Path

import pytest

from config.setup import pages
from config.setup.saying import SetupFailed
from tests.config.setup.commands import Commands


@pytest.fixture
def site(tmp_path: Path) -> Path:
    frontend = tmp_path / "frontend"
    (frontend / "src").mkdir(parents=True)
    for name in ("package.json", "package-lock.json", "src/site.ts"):
        (frontend / name).write_text("1")
    return tmp_path


class Npm(Commands):
    """Makes `node_modules` and the manifests."""

    def __call__(self, command: list[str | Path], **options: object) -> bool:
        frontend = Path(str(options["cwd"]))
        if "ci" in command:
            (frontend / "node_modules").mkdir(exist_ok=True)
        if "build" in command:
            texts = frontend.parent.glob("config/locale/*/LC_MESSAGES/djangojs.po")
            built = frontend / "static" / "frontend"
            built.mkdir(parents=True, exist_ok=True)
            for name in ("manifest.json", *(f"manifest.{text.parts[-3]}.json" for text in texts)):
                (built / name).touch()
            (frontend / "messages.js").touch()
        return super().__call__(command, **options)


def built(site: Path, *, modules: bool = False) -> list[str]:
    """The npm commands of one run."""
    npm = Npm()
    pages.build(modules=modules, root=site, run=npm)
    return [line.split()[-1 if "build" in line else 1] for line in npm.lines]


def test_the_pages_are_built_once(site):
    assert built(site) == ["ci", "build"]
    assert built(site) == []


def test_changed_sources_are_built_and_a_changed_lock_is_installed_first(site):
    built(site)
    (site / "frontend" / "src" / "site.ts").write_text("2")
    assert built(site) == ["build"]
    (site / "frontend" / "package-lock.json").write_text("2")
    assert built(site) == ["ci", "build"]
    (site / "frontend" / "src" / "new.ts").write_text("1")
    assert built(site) == ["build"]


def test_python_and_templates_are_no_sources_of_the_build(site):
    built(site)
    (site / "frontend" / "urls.py").write_text("1")
    (site / "frontend" / "templates").mkdir()
    (site / "frontend" / "templates" / "home.html").write_text("1")
    assert built(site) == []


def test_data_of_the_games_that_the_table_reads_is_a_source_too(site):
    built(site)
    (site / "games" / "wish" / "pile_names").mkdir(parents=True)
    (site / "games" / "wish" / "rules.py").write_text("1")
    assert built(site) == []
    (site / "games" / "wish" / "pile_names" / "de.json").write_text("{}")
    assert built(site) == ["build"]


def test_translations_of_scripts_are_sources_too(site):
    built(site)
    texts = site / "config" / "locale" / "de" / "LC_MESSAGES"
    texts.mkdir(parents=True)
    (texts / "django.po").write_text("1")
    assert built(site) == []
    (texts / "djangojs.po").write_text("1")
    assert built(site) == ["build"]
    (site / "frontend" / "static" / "frontend" / "manifest.de.json").unlink()
    assert built(site) == ["build"]


def test_what_only_tests_need_is_not_fetched_to_serve(site):
    npm = Npm()
    pages.build(modules=False, root=site, run=npm)
    pages.build(modules=True, root=site, run=npm)
    installing = [line for line in npm.lines if " ci " in f" {line} "]
    assert ["--omit=dev" in line for line in installing] == [True, False]
    (site / "frontend" / "src" / "site.ts").write_text("2")
    assert built(site) == ["build"]
    (site / "frontend" / "package-lock.json").write_text("2")
    assert built(site) == ["ci", "build"]
    assert built(site, modules=True) == ["ci"]


def test_what_is_lost_is_made_again(site):
    built(site)
    shutil.rmtree(site / "frontend" / "static")
    assert built(site) == ["build"]
    shutil.rmtree(site / "frontend" / "node_modules")
    assert built(site) == []
    assert built(site, modules=True) == ["ci"]


def test_a_build_that_failed_is_due_again(site):
    with pytest.raises(SetupFailed, match="build"):
        pages.build(modules=False, root=site, run=Npm("build"))
    assert pages.work_to_do(modules=False, root=site) == ["build"]


@pytest.mark.parametrize(
    ("does", "enough"),
    [
        ("echo v20.18.3", False),
        ("echo v20.19.0", True),
        ("echo v21.7.3", False),
        ("echo v22.11.0", False),
        ("echo v22.12.0", True),
        ("echo v24.1.0", True),
        ("echo v18.20.8", False),
        ("", False),
        ("echo next", False),
        ("echo v24.1.0; exit 127", False),
    ],
)
def test_node_runs_and_is_new_enough_for_vite(does, enough, tmp_path, monkeypatch):
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pages.node_folder(tmp_path) == (tmp_path if enough else None)
