"""Names of browsers that their owners recognise."""

from typing import Final

from django.utils.translation import gettext, gettext_lazy

BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""A sign in the `User-Agent`, and the browser's name. The first match wins, because many browsers also send
signs of browsers below them in this list."""

SYSTEMS: Final = (
    ("iPhone", gettext_lazy("an iPhone")),
    ("iPad", gettext_lazy("an iPad")),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", gettext_lazy("a Mac")),
    ("Linux", "Linux"),
)


def browser_in_words(agent: str) -> str:
    """The browser and its system, from a `User-Agent` header.

    >>> browser_in_words("Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0")
    'Firefox on Android'
    >>> browser_in_words("curl/8.5.0")
    'A browser'
    """
    browser = next((name for sign, name in BROWSERS if sign in agent), gettext("A browser"))
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    return (
        gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system} if system else browser
    )
