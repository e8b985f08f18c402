"""Reading pages and sending their forms."""

import re
from collections.abc import Iterable
from typing import Any

from django.test import Client

from competitions.models import Competition


def read(browser: Client, path: str, status: int = 200, **query: object) -> str:
    """The markup of a page."""
    answer = browser.get(path, query or None)
    assert answer.status_code == status, path
    return answer.content.decode()


def page_of(browser: Client, competition: Competition, number: int = 1) -> str:
    """The page of a round."""
    return read(browser, f"/c/{competition.pk}/rounds/{number}")


def words(page: str) -> str:
    """What a page says, in one line without its markup."""
    page = re.sub(r"(?s)<(script|style).*?</\1>", " ", page)
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def said(browser: Client, path: str, status: int = 200) -> str:
    return words(read(browser, path, status))


def says(page: str, *texts: str, lacks: Iterable[str] = ()) -> None:
    """Fail with the texts that the page should have and lacks, and those that it should lack and has."""
    assert ([text for text in texts if text not in page], [text for text in lacks if text in page]) == (
        [],
        [],
    )


def press(browser: Client, path: str, form: Any = (), **fields: object) -> str:
    """Send a form; return the address that it leads to."""
    answer = browser.post(path, {**dict(form), **fields})
    assert answer.status_code == 302, answer.content.decode()
    return answer.headers["Location"]


def refused(browser: Client, path: str, form: Any = (), *, status: int = 422, **fields: object) -> str:
    """Send a form that is refused; return the markup of the answer."""
    answer = browser.post(path, {**dict(form), **fields})
    assert answer.status_code == status
    return answer.content.decode()
