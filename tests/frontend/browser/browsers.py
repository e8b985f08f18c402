"""Browsers that one test after the other uses: to open a new one takes longer than most tests."""

from collections.abc import Mapping
from typing import Any, Final

from playwright.sync_api import Browser, Page

PLAIN: Final[Mapping[str, Any]] = {
    "viewport": {"width": 1280, "height": 720},
    "color_scheme": "light",
    "reduced_motion": "no-preference",
    "permissions": (),
}
"""What can be changed in an open browser, with the values that hold unless a test asks for others."""
FOR_GOOD: Final = ("add_init_script", "expose_binding", "expose_function", "route_web_socket")
"""Calls that cannot be undone in an open browser."""


class Browsers:
    """The browsers that no test has at the moment, each with a page."""

    def __init__(self, browser: Browser, site: str, patience_ms: float) -> None:
        self.browser, self.site, self.patience_ms = browser, site, patience_ms
        self.free: list[Page] = []

    def take(self, **options: Any) -> Page:
        """A page of a browser that is as good as new, to be given back; `options` are as in PLAIN."""
        page = self.free.pop() if self.free else self._new()
        wanted = {**PLAIN, **options}
        page.context.grant_permissions(list(wanted.pop("permissions")))
        page.set_viewport_size(wanted.pop("viewport"))
        page.emulate_media(media="screen", **wanted)
        return page

    def give_back(self, page: Page) -> None:
        """Clear the browser for the next test, or close it if its page was closed."""
        if page.is_closed():
            page.context.close()
            return
        for other in page.context.pages:
            if other is not page:
                other.close()
        page.unroute_all(behavior="ignoreErrors")
        page.context.unroute_all(behavior="ignoreErrors")
        page.context.set_offline(False)
        page.context.clear_permissions()
        if page.url.startswith(self.site):
            page.evaluate("sessionStorage.clear()")
        # Of the same site: a page from elsewhere would be in another process.
        page.goto(f"{self.site}/static/frontend/favicon.svg")
        page.mouse.move(0, 0)
        page.context.clear_cookies()
        kept = page.context.new_cdp_session(page)
        kept.send("Storage.clearDataForOrigin", {"origin": self.site, "storageTypes": "all"})
        kept.detach()
        self.free.append(page)

    def _new(self) -> Page:
        context = self.browser.new_context(service_workers="block")
        context.set_default_timeout(self.patience_ms)
        page = context.new_page()
        for opened in (context, page):
            for name in FOR_GOOD:
                if hasattr(opened, name):
                    setattr(opened, name, _refuse(name))
        return page


def _refuse(name: str) -> Any:
    def refuse(*_: object, **__: object) -> None:
        raise TypeError(
            f"{name} cannot be undone: open the page with alone=True, in a browser of the test's own"
        )

    return refuse
