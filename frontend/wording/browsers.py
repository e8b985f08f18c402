"""Names of browsers that their owners recognise."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy

BROWSERS: Final[Mapping[str, str]] = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
"""The names of browsers, by signs in the `User-Agent` header. The first sign that is found wins, because many
browsers also send signs of browsers below them in this list."""

SYSTEMS: Final[Mapping[str, str | Promise]] = {
    "iPhone": pgettext_lazy("on a system", "an iPhone"),
    "iPad": pgettext_lazy("on a system", "an iPad"),
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": pgettext_lazy("on a system", "a Mac"),
    "Linux": "Linux",
}


def browser_signs(agent: str) -> str:
    """The signs of the browser and of its system in a `User-Agent` header, to be stored: the words for them
    depend on the reader's language.

    >>> browser_signs("Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0")
    'Firefox/|Android'
    >>> browser_signs("curl/8.5.0")
    '|'
    """
    return "|".join(next((sign for sign in known if sign in agent), "") for known in (BROWSERS, SYSTEMS))


def browser_in_words(signs: str) -> str:
    """The browser and its system, from the signs that `browser_signs` found.

    >>> browser_in_words("Firefox/|Android"), browser_in_words("|")
    ('Firefox on Android', 'A browser')
    """
    browser_sign, _, system_sign = signs.partition("|")
    browser = BROWSERS.get(browser_sign) or gettext("A browser")
    system = SYSTEMS.get(system_sign)
    return (
        gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system} if system else browser
    )
