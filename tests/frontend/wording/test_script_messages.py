"""The messages of the scripts, in the language of a page."""

import gzip

import pytest
from django.urls import reverse
from django.utils.translation import override

from frontend.templatetags.evendeal import messages_script
from frontend.wording.script_messages import script_messages_address


def test_only_a_page_in_another_language_loads_a_catalogue():
    assert messages_script() == ""
    with override("de"):
        assert messages_script() == f'<script src="{script_messages_address("de")}" defer></script>'


def test_a_catalogue_is_kept_for_ever_at_its_own_address_alone(client, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    answer = client.get(script_messages_address("de"))
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000"
    assert "django.ngettext" in answer.content.decode()
    assert len(gzip.compress(answer.content)) < 10 * 1024, "it is loaded before the first table can be played"
    assert '"well": "Brunnen"' in answer.content.decode(), "the names of piles are there, too"
    other = client.get(reverse("script_messages", args=("de", "0")))
    assert (other.content, other.headers["Cache-Control"]) == (answer.content, "private, no-store")


@pytest.mark.parametrize("language", ["fr", "none", "de-x1", "en-x1"])
def test_a_language_that_the_site_does_not_have_has_none(client, settings, language):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    assert client.get(reverse("script_messages", args=(language, "0"))).status_code == 404
