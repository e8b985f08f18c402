"""A site by a clock that a test moves, and playing on it as a page does."""

import time
from contextlib import contextmanager
from datetime import UTC, datetime
from datetime import time as hour

from games import GAMES
from games.replay import replay
from tests.frontend.three_weeks import Game, day_of
from tests.servers.daphne import serving
from tests.servers.fixtures import IDLE
from tests.servers.forking import forked
from tests.waiting import until

SEED = "dealt-for-every-test-of-the-pages"
DAILIES = ("wish", "pyramid", "well")
"""The games that have deals of the day: those that are played, and one that is not. Every other would only
be followed and closed on each day, too."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "alone": True}


class Calendar:
    """The site's clock, which the test moves."""

    def __init__(self, file):
        self.file, self.today = file, -1
        self.next_noon()

    @property
    def noon(self):
        return datetime.combine(day_of(self.today), hour(12), UTC)

    def next_noon(self):
        self.today += 1
        part = self.file.with_suffix(".part")
        part.write_text(str(self.noon.timestamp() - time.time()))
        part.replace(self.file)


@contextmanager
def site_by(calendar, settings, folder):
    """The address of a site by the calendar's clock, whose deals are all on the cards of `SEED`."""
    environment = settings | {"CLOCK": str(calendar.file), "SEED": SEED, "DAILIES": " ".join(DAILIES)}
    application = "tests.servers.in_motion:application"
    with serving(environment, folder, application=application, start=forked, idle=IDLE) as daphne:
        yield daphne.url


def get(page, site, path):
    answer = page.request.get(f"{site}/api/v1/{path}")
    return answer.json() if answer.ok else None


def dailies(page, site, day, state):
    """The ids of a day's competitions by their games, once all are in this state."""

    def found():
        deals = (get(page, site, f"daily?date={day_of(day)}") or {"competitions": []})["competitions"]
        return len(deals) == len(DAILIES) and {each["state"] for each in deals} == {state} and deals

    deals = until(found, f"the dailies of day {day} are not {state}")
    return {each["rounds"][0]["game"]: each["id"] for each in deals}


def play(send, contest, slug, moves, chance, *, gives_up=True):
    """Send a game of legal moves by chance."""
    attempt = send(f"competitions/{contest}/rounds/1/attempts", {})
    view, made = attempt["view"], []
    for ply in range(moves):
        made.append(chance.choice(view["legal"]))
        sent = {"ply": ply, "moves": made[-1:]}
        view = send(f"attempts/{attempt['id']}/moves", sent)["view"]
    if gives_up:
        send(f"attempts/{attempt['id']}/finish", {})
    return Game(moves, score(slug, made), gives_up)


def score(slug, moves):
    return replay(GAMES[slug], SEED, GAMES[slug].settle_rules({}), moves).score
