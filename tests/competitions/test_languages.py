"""The API in several languages: words differ, and nothing else."""

import pytest
from polib import pofile

from competitions.models import Log
from config.catalogues import LOCALE
from tests.clients.contests import moves_scoring
from tests.languages import speak_german

MARK = "«"


@pytest.fixture
def german(settings, tmp_path):
    """A site in English and German."""
    speak_german(settings, tmp_path)


@pytest.fixture
def marked(settings, tmp_path):
    """A site whose other language marks every text of the service."""
    texts = [each.msgid for each in pofile(str(LOCALE / "de" / "LC_MESSAGES" / "django.po"))]
    speak_german(settings, tmp_path, {text: f"{MARK}{text}" for text in texts})


def in_both(client, method, path, data=b""):
    """The answers in English and in German."""
    asked = ("en", "de-CH, en;q=0.5")
    kind = {"Content_Type": "application/json"} if data else {}
    return [client.request(method, path, data, Accept_Language=language, **kind) for language in asked]


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("method", "path", "data", "words"),
    [
        ("GET", "/games/golf", b"", "Nicht gefunden"),
        ("GET", "/nowhere", b"", "Hier ist nichts"),
        ("PUT", "/me", b"", "PUT"),
        ("GET", "/competitions?limit=999", b"", "Zahl von 1 bis 200"),
        ("POST", "/guests", b"{}", "zwingend erforderlich"),
        ("POST", "/guests", b"[", "Fehlerhafte Anfrage"),
    ],
)
def test_a_problem_is_the_same_in_both_languages_but_for_its_words(anyone, method, path, data, words):
    for _ in range(2):  # whoever asks first decides nothing
        english, german = in_both(anyone, method, path, data)
        assert (english.status, english.code) == (german.status, german.code)
        assert english.body.keys() == german.body.keys()
        assert english.body.get("errors", {}).keys() == german.body.get("errors", {}).keys()
        assert words in german.raw.decode("unicode-escape")
        assert english.body["title"] != german.body["title"]
        assert [each.headers["content-language"] for each in (english, german)] == ["en", "de"]
        assert "Accept-Language" in german.headers["vary"]


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("moves", [["turn nowhere"], ["turn e", "turn e"], ["turn e"] * 71])
def test_a_log_is_refused_alike_in_both_languages_but_for_its_words(crowd, event, moves):
    told = []
    for language, player in zip(("en", "de"), crowd(["Ann", "Bea"]), strict=True):
        player.post(f"/competitions/{event['id']}/entries", {})
        told.append(player.submit(event, moves, Accept_Language=language).body)
    english, german = told
    assert english["error"] != german["error"]
    assert [english[name] for name in ("verdict", "code")] == [german[name] for name in ("verdict", "code")]
    first, second = Log.objects.values("code", "ply", "reason")
    assert first == second
    assert first["reason"]["facts"]


@pytest.mark.usefixtures("german")
def test_the_api_asks_for_no_cookie_and_no_choice(anyone, rival):
    rival.patch("/me", {})
    assert rival.get("/nowhere").headers["content-language"] == "en"


@pytest.mark.usefixtures("marked")
def test_answers_without_words_are_for_readers_of_all_languages(anyone, rival, event):
    rival.submit(event, moves_scoring(20))
    path = f"/competitions/{event['id']}/standings"
    for asked in (f"{path}?version=1", f"{path}.csv", "/schema", "/asyncapi", "/keys"):
        other, english = in_both(anyone, "GET", asked)[::-1]
        assert other.raw == english.raw, asked
        assert MARK not in other.raw.decode("unicode-escape"), asked
        assert english.headers["etag"] == other.headers["etag"]
        for answer in (english, other):
            assert "Accept-Language" not in answer.headers["vary"], asked
            assert "content-language" not in answer.headers, asked
