"""The messages of the scripts and the names of the piles of all games, for pages in another language than
English: a script that pages load before their own."""

import hashlib
import json
from functools import cache
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

from competitions.translatable import language_of_games
from competitions.web.caching import NOWHERE, by_all
from competitions.web.compression import compressed
from games import GAMES
from games.language import each_in_words

A_YEAR_S: Final = 31_536_000


def script_messages_address(language: str) -> str:
    """The address of the messages of a language. It changes whenever they do."""
    return reverse("script_messages", args=(language, _digest(language)))


@require_safe
def script_messages(request: HttpRequest, language: str, digest: str) -> HttpResponseBase:
    """Return the messages of a language. Browsers may keep them for a year if `digest` is the digest of these
    messages. Otherwise browsers may not keep them: another release of the service, with other messages, made
    that address."""
    if language not in dict(settings.LANGUAGES):  # variants are refused, too, since there is no end of them
        raise Http404
    answer = HttpResponse(_script(language), content_type="text/javascript; charset=utf-8")
    keeping = by_all(A_YEAR_S) if digest == _digest(language) else NOWHERE
    answer["Cache-Control"] = keeping.cache_control
    return compressed(request, answer)


@cache
def _script(language: str) -> bytes:
    asking = HttpRequest()
    asking.method = "GET"
    with override(language):
        messages = bytes(JavaScriptCatalog(packages=["frontend"]).get(asking).content)
        names = {
            game.folder: each_in_words(game.teacher.pile_names, language_of_games())
            for game in GAMES.values()
        }
    return messages + f"\nglobalThis.django.pileNames = {json.dumps(names, ensure_ascii=False)};\n".encode()


@cache
def _digest(language: str) -> str:
    return hashlib.sha256(_script(language)).hexdigest()[:16]
