"""Players without a browser, at the same site, and browsers whose player has joined without a page."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page

from tests.clients.rest import Client, over_http

from .deal import SEED

SEND = """async ([path, body]) => {
  const headers = {'Content-Type': 'application/json'};
  headers['X-CSRFToken'] = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)[1];
  const answer = await fetch('/api/v1/' + path, {method: 'POST', headers, body: JSON.stringify(body)});
  if (!answer.ok) throw new Error(answer.status + await answer.text());
  return answer.json();
}"""
"""What the page of a player sends when cards are moved, in the name of its browser."""


class Api:
    """A player over REST, who plays while the browsers watch."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url, self.token = url, token

    def call(self, path: str, body: Any = None) -> Any:
        """The body of an answer that is no refusal."""
        client = Client(over_http(self.url), self.token)
        answer = client.get(f"/{path}") if body is None else client.post(f"/{path}", body)
        assert answer.status < 300, answer.raw
        return answer.body

    def guest(self, name: str) -> "Api":
        return Api(self.url, self.call("guests", {"name": name})["token"])

    def contest(self, *games: str, **settings: Any) -> str:
        """The id of a contest that is open, every round on the seed of these tests."""
        rounds = [{"game": game, "seed": SEED} for game in games or ("three-by-three",)]
        body = {"name": "Friday evening", "play": "open", "attempts": None, "rounds": rounds, **settings}
        return self.call("competitions", body)["id"]

    def change(self, contest: str, **settings: Any) -> None:
        """Change settings of the player's own contest."""
        answer = Client(over_http(self.url), self.token).patch(f"/competitions/{contest}", settings)
        assert answer.status == 200, answer.raw

    def join(self, contest: str) -> "Api":
        self.call(f"competitions/{contest}/entries", {})
        return self

    def play(self, contest: str, moves: list[str], number: int = 1) -> str:
        """The id of the log."""
        answer = self.call(f"competitions/{contest}/rounds/{number}/logs", {"moves": moves})
        assert answer["verdict"] == "accepted", answer
        return answer["id"]


def take_a_seat(browser: BrowserContext, url: str, name: str) -> None:
    """Join the contest of a round's page as a new player, and have its cards dealt.

    It sends what the page's forms send. To show the pages in between takes most of the time that a test of
    the table has; `test_whole_games` joins by hand.
    """
    join_unseen(browser, url.partition("/rounds/")[0], name)
    _send_form(browser, f"{url}/deal", {})


def join_unseen(browser: BrowserContext, contest: str, name: str) -> None:
    """Join the contest at this address as a new player, by what its page's form sends."""
    browser.request.get(contest)
    _send_form(browser, f"{contest}/join", {"name": name})


def call_unseen(browser: BrowserContext, site: str, path: str, body: Any) -> Any:
    """Send a body to a path of the API as the player of a browser, without a page; return the answer's."""
    answer = browser.request.post(f"{site}/api/v1/{path}", data=body, headers=_token(browser))
    assert answer.ok, answer.text()
    return answer.json()


def _send_form(browser: BrowserContext, url: str, form: dict[str, str | float | bool]) -> None:
    answer = browser.request.post(url, form=form, headers=_token(browser), max_redirects=0)
    assert answer.status == 302, answer.text()


def _token(browser: BrowserContext) -> dict[str, str]:
    return {"X-CSRFToken": next(each["value"] for each in browser.cookies() if each["name"] == "csrftoken")}


def sending(page: Page) -> Callable[[str, Any], Any]:
    """What sends a body to a path of the API as the page's script does, and gives the answer."""
    return lambda path, body: page.evaluate(SEND, [path, body])
