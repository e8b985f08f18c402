"""A club night from the preset to certified results, run from the desk without knowing of the API.

Six deals of Wish, matchpoints, eight players. Gil joins late, Hal never plays, and Eve is disqualified and
reinstated. Everything that tells the results tells the same, to the last digit.
"""

import csv
import io
import re
from decimal import Decimal

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from .players import sending

PAIRS = {
    "Ada": (5, 2, 4, 6, 0, 3),
    "Bo": (4, 5, 4, 1, 3, 3),
    "Cy": (3, 5, 4, 2, 1, 6),
    "Dee": (3, 1, 4, 3, 2, None),
    "Eve": (2, 4, 4, 5, 0, 1),
    "Fay": (0, 3, 1, 4, 3, 2),
    "Gil": (None, None, None, 6, 3, 5),
    "Hal": (None,) * 6,
}
"""How many pairs each player takes off in each round before giving up; None for a round they do not play. A
game of Wish begins with 32 cards, and its score is how many are left: fewest points win."""

ROUNDS = {
    "Ada": ("100.00", "20.00", "60.00", "91.67", "8.33", "50.00"),
    "Bo": ("80.00", "90.00", "60.00", "0.00", "83.33", "50.00"),
    "Cy": ("50.00", "90.00", "60.00", "16.67", "33.33", "100.00"),
    "Dee": ("50.00", "0.00", "60.00", "33.33", "50.00", None),
    "Eve": ("20.00", "60.00", "60.00", "66.67", "8.33", "0.00"),
    "Fay": ("0.00", "40.00", "0.00", "50.00", "83.33", "20.00"),
    "Gil": (None, None, None, "91.67", "83.33", "80.00"),
    "Hal": (None,) * 6,
}
"""What the rounds were worth, by hand. Six play each of rounds 1 to 3 and round 6, in which 10 matchpoints
are the most: two for each of five others. Seven play rounds 4 and 5, in which 12 are the most.

Round 1, 5 4 3 3 2 0 pairs: Ada beats five, 10 of 10; Bo four, 8; Cy and Dee two, and tie with each other,
2 x 2 + 1 = 5; Eve one, 2; Fay nobody, 0. Round 2, 5 5 4 3 2 1: Bo and Cy beat four and tie, 9; Eve 6; Fay 4;
Ada 2; Dee 0. Round 3, five times 4, and 1: five beat one and tie with four, 2 + 4 = 6; Fay 0.

Round 4, 6 6 5 4 3 2 1: Ada and Gil beat five and tie, 11 of 12 = 91 2/3 %; Eve 8 = 66 2/3; Fay 6; Dee 4; Cy 2
= 16 2/3; Bo 0. Round 5, 3 3 3 2 1 0 0: Bo, Fay and Gil beat four and tie with two, 10 = 83 1/3; Dee beats
three, 6; Cy two, 4 = 33 1/3; Ada and Eve tie, 1 = 8 1/3. Round 6, 6 5 3 3 2 1: Cy 10 of 10; Gil 8; Ada and Bo
beat two and tie, 5; Fay 2; Eve 0.
"""

FINAL = [
    ("1", "Bo", "60.56"),
    ("2", "Cy", "58.33"),
    ("3", "Ada", "55.00"),
    ("4", "Gil", "42.50"),
    ("5", "Eve", "35.83"),
    ("6", "Fay", "32.22"),
    ("7", "Dee", "32.22"),
    ("", "Hal", "0.00"),
]
"""The means of six rounds, by hand: Bo 80 + 90 + 60 + 0 + 83 1/3 + 50 = 363 1/3, a sixth of which is 60 5/9;
Cy 350; Ada 330; Gil 255; Eve 215; Dee and Fay 193 1/3 each, and each with 13 moves: Fay has played
one round more. Hal has joined and has no rank."""

TOTALS = {name: total for _, name, total in FINAL}

ON_PAGES = [*FINAL[:-1], ("", "Hal", "\N{EN DASH}")]
"""Pages write no total for who has no rank."""

WITHOUT_EVE = [
    ("1", "Bo", "57.08"),
    ("2", "Cy", "54.58"),
    ("3", "Ada", "52.50"),
    ("4", "Gil", "40.83"),
    ("5", "Fay", "31.67"),
    ("6", "Dee", "30.00"),
    ("", "Hal", "0.00"),
    ("", "Eve", None),
]
"""The same while she is disqualified, with one other less in every round. Of 8, 8, 8, 10, 10 and 8 in the six
rounds Bo has 6 7 5 0 8 3, which is 75 + 87.5 + 62.5 + 0 + 80 + 37.5 = 342.5; Cy 3 7 5 2 2 8 = 327.5;
Ada 8 2 5 9 0 3 = 315; Gil 9 8 6 in the last three = 245; Fay 0 4 0 6 8 0 = 190; Dee 3 0 5 4 4 = 180."""

LATE = 3
"""After how many rounds Gil comes."""


def join(page: Page, url: str, name: str) -> None:
    page.goto(url)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").last.click()
    expect(page.locator("main")).to_contain_text("You are in")
    # Eight pages that show every result at once would take most of the time of this test.
    page.goto(url.partition("/c/")[0] + "/static/frontend/favicon.svg")


def play(page: Page, contest: str, number: int, pairs: int) -> None:
    """Begin the round, take off that many pairs, the first that there is each time, and give up."""
    send = sending(page)
    attempt = send(f"competitions/{contest}/rounds/{number}/attempts", {})
    view, moves = attempt["view"], f"attempts/{attempt['id']}/moves"
    for ply in range(pairs):
        view = send(moves, {"ply": ply, "moves": [min(view["legal"])]})["view"]
    send(f"attempts/{attempt['id']}/finish", {})


def do(desk: Page, link: str, sentence: str, *, on: str = "", why: str = "") -> None:
    """Do what a link at the desk leads to: its page says first what it is going to do. For acts `on` a player
    their acts are unfolded first."""
    if on:
        link = f"{link} {on}"
        desk.locator("summary").filter(has_text=f"Acts on {on}").click()
    desk.get_by_role("link", name=link).click()
    expect(desk.locator("main form")).to_contain_text(sentence)
    if why:
        desk.get_by_label("Why").fill(why)
    desk.locator("main form button").click()
    expect(desk.get_by_role("heading", name="What you can do")).to_be_visible()


def rows_of(page: Page, own: dict[str, str]) -> list[tuple[str, str, str]]:
    """Rank, player and total of the rows of a table, as they are written."""
    found = []
    for row in page.locator("table tbody tr").all():
        rank, total = (row.locator(f".{name}").first.inner_text() for name in ("rank", "total"))
        name = row.locator(".name bdi").inner_text()
        found.append((re.sub(r"\D", "", rank), own[name], re.sub(r"\s.*", "", total, flags=re.DOTALL)))
    return found


def printed(page: Page) -> str:
    """The text of the page on A4, without spaces and lines."""
    sheets = PdfReader(io.BytesIO(page.pdf(format="A4"))).pages
    return "".join("".join(sheet.extract_text() for sheet in sheets).split())


def written(number: object) -> str:
    """A number that has no more than two decimals, with two."""
    text = f"{Decimal(str(number)):.2f}"
    assert Decimal(text) == Decimal(str(number))
    return text


@pytest.mark.long
@pytest.mark.extra
def test_a_club_night_from_the_preset_to_certified_results(site, open_page, api, names):
    called = {name: names(name) for name in PAIRS}
    own = {theirs: name for name, theirs in called.items()}
    desk = open_page(f"{site}/new?game=wish")
    desk.get_by_label("Your name").fill(names("Olga Organiser"))
    desk.get_by_label("Name of the contest").fill("The club on Friday")
    desk.get_by_role("button", name="Club night").click()
    desk.get_by_role("link", name="Your desk").click()
    url = desk.locator(".share code").inner_text()
    contest = url.rpartition("/")[2]

    browsers = {}
    for name in PAIRS:
        if name != "Gil":
            browsers[name] = open_page("about:blank")
            join(browsers[name], url, called[name])
    expect(desk.locator("#attendance")).to_contain_text("7 joined 0 playing now")
    for number in range(1, 7):
        if number == LATE + 1:
            browsers["Gil"] = open_page("about:blank")
            join(browsers["Gil"], url, called["Gil"])
        for name, browser in browsers.items():
            if (pairs := PAIRS[name][number - 1]) is not None:
                play(browser, contest, number, pairs)
    expect(desk.locator("#attendance")).to_contain_text("8 joined 0 playing now")
    expect(desk.get_by_role("row", name=called["Ada"])).to_contain_text("done")
    expect(desk.get_by_role("row", name=called["Dee"])).to_contain_text("5 of 6")
    expect(desk.get_by_role("row", name=called["Hal"])).to_contain_text("not started")

    def standings() -> list[tuple[str, str, str | None]]:
        return [
            (
                str(row["rank"] or ""),
                own[row["player"]["name"]],
                None if row["disqualified"] else written(row["total"]),
            )
            for row in api.call(f"competitions/{contest}/standings")["results"]
        ]

    assert standings() == FINAL
    eve = called["Eve"]
    do(desk, "Disqualify", "(6 results so far) moves to the end", on=eve, why="Two phones")
    assert standings() == WITHOUT_EVE
    do(desk, "Reinstate", "with 6 results", on=eve, why="One was her brother's")
    do(desk, "Close now", "Nobody is playing now.")
    do(desk, "Declare the results final", "The results of 8 players are final then.")
    expect(desk.locator(".state").first).to_have_text("Final")

    # The API
    assert standings() == FINAL
    rows = {
        own[row["player"]["name"]]: row for row in api.call(f"competitions/{contest}/standings")["results"]
    }
    for name, row in rows.items():
        worth = [cell and written(cell["points"]) for cell in row["rounds"]]
        scores = [cell and (cell["score"], cell["moves"]) for cell in row["rounds"]]
        assert worth == list(ROUNDS[name]), name
        assert scores == [None if pairs is None else (32 - 2 * pairs, pairs) for pairs in PAIRS[name]], name

    # The spreadsheet
    download = browsers["Hal"].request.get(f"{site}/api/v1/competitions/{contest}/standings.csv")
    sheet = list(csv.DictReader(io.StringIO(download.text().lstrip("\N{BYTE ORDER MARK}"))))
    assert [(row["rank"], own[row["player"]], written(row["total"])) for row in sheet] == FINAL

    # What players read: the page and the room, and the printed sheet
    page = browsers["Fay"]
    page.goto(url)
    assert rows_of(page, own) == ON_PAGES
    expect(page.locator(".joining")).to_contain_text("came 6th of 7")
    page.goto(f"{url}/room")
    walls = page.locator(".seat")
    expect(walls).to_have_count(8)
    on_the_wall = {own[seat.locator("bdi").inner_text()]: seat.locator(".seat-score") for seat in walls.all()}
    assert {name: score.inner_text() for name, score in on_the_wall.items()} == {
        name: "" if name == "Hal" else total for _, name, total in FINAL
    }

    sheet = open_page(f"{url}/sheet", alone=True)
    assert rows_of(sheet, own) == ON_PAGES
    paper = printed(sheet)
    for name, pairs in PAIRS.items():
        if None not in pairs:
            # Each score has what it was worth under it.
            scores = "".join(rf"{32 - 2 * each}\d+\.\d\d" for each in pairs)
            row = f"{called[name]}{TOTALS[name]}".replace(" ", "")
            assert re.search(re.escape(row) + scores, paper), name
    for name in ("Dee", "Gil"):
        assert f"{called[name]}{TOTALS[name]}".replace(" ", "") in paper

    # What was done
    page.goto(f"{url}/trail")
    said = page.locator(".trail li p:first-child").all_inner_texts()
    assert [line.partition(" ")[2] for line in said] == [
        "Organiser declared the results final.",
        "Organiser closed the contest.",
        f"Organiser reinstated {eve}. One was her brother's",
        f"Organiser disqualified {eve}. Two phones",
    ]
