"""The pages' scripts, which are built in each language."""

import gzip
import json
import re

import pytest
from django.conf import settings
from django.utils.translation import override

from frontend.offline.views import BUILT, worker_script
from frontend.templatetags.evendeal import asset, asset_url


def scripts(language, entry):
    """The files that a page with this script loads, in a language."""
    manifest = json.loads(settings.DJANGO_VITE[language]["manifest_path"].read_text())
    return {manifest[part]["file"] for part in (entry, *manifest[entry].get("imports", ()))}


def sent(files):
    """How many bytes the files take, compressed."""
    return sum(len(gzip.compress((BUILT / file).read_bytes())) for file in files)


def test_scripts_in_german_are_hardly_larger_than_in_english():
    parts = json.loads((BUILT / "manifest.json").read_text()).items()
    entries = [entry for entry, part in parts if part.get("isEntry") and entry.endswith(".ts")]
    assert "src/play.ts" in entries
    for entry in entries:
        assert sent(scripts("de", entry)) < 1.05 * sent(scripts("default", entry)), entry


@pytest.mark.parametrize(("language", "says"), [("en", "Give up"), ("de", "Aufgeben"), ("fr", "Give up")])
def test_a_page_loads_the_scripts_in_its_language(language, says):
    with override(language):
        [address] = re.findall(
            r'<script type="module" [^>]*src="/static/frontend/([^"]+)"', asset("src/play.ts")
        )
        loaded = scripts("de" if language == "de" else "default", "src/play.ts")
        assert address in loaded
        assert asset_url("src/play.ts") == f"/static/frontend/{address}"
        assert any(says in (BUILT / file).read_text() for file in loaded)


def test_the_service_worker_stores_the_scripts_in_the_language_of_its_reader():
    for language, build in {"en": "default", "de": "de", "fr": "default"}.items():
        stored = worker_script(language)
        assert all(file in stored for file in scripts(build, "src/practice.ts"))
