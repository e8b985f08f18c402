"""A player's hands at the table of a page: any legal move made by mouse, by finger or by keyboard alone."""

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

View = dict[str, Any]
ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
PULL = re.compile("Pull this card: a cheat|Ziehen und schummeln")
STACKS = [str(number) for number in range(1, 12)]


FROM_THE_FOCUS = """selector => {
    const here = document.activeElement?.closest('[data-pile] [data-index]');
    if (!here) return null;
    const [from, to] = [here, document.querySelector(selector)].map(spot => {
        const box = spot.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + Math.min(7, box.height / 2)];
    });
    const pile = here.closest('[data-pile]').dataset.pile;
    return [pile, Number(here.dataset.index), [to[0] - from[0], to[1] - from[1]]];
}"""


@dataclass(frozen=True)
class Spot:
    """A card of a pile, counted from 0 at the bottom; 0 in an empty pile is its place."""

    pile: str
    index: int

    @property
    def selector(self) -> str:
        spot = f'[data-pile="{self.pile}"] [data-index="{self.index}"]'
        return f"{spot}:not([inert] *)"  # small tables are only looked at

    def on(self, page: Page) -> Locator:
        return page.locator(self.selector)


@dataclass(frozen=True)
class Act:
    """One move as hands make it: a spot that is tapped, or cards from it up that are laid on another."""

    spot: Spot
    to: Spot | None = None
    confirm: str | re.Pattern[str] = ""
    """The button that must be pressed then."""


def act_of(view: View, move: str) -> Act:
    """How a legal move is made on the table that the view shows."""
    piles = view["piles"]

    def top(pile: str, count: int = 1) -> Spot:
        return Spot(pile, max(0, len(piles[pile]) - count))

    match move.split():
        case ["turn" | "redeal" | "draw" | "deal"]:
            return Act(top("stock"))
        case ["turn", square]:
            return Act(top(square))
        case ["place", corner]:
            return Act(top("turned"), top(corner))
        case ["discard", king]:
            return Act(top(king))
        case ["pair" | "discard", one, other]:
            return Act(top(one), top(other))
        case ["pull", stack, depth]:
            return Act(Spot(stack, int(depth) - 1), confirm=PULL)
        case ["return"]:
            return Act(top("pulled"))
        case ["move", pile, "foundation"]:
            return Act(top(pile), top(f"foundation-{piles[pile][-1][1].lower()}"))
        case ["move", pile, to, *count]:
            to = next(stack for stack in STACKS if not piles[stack]) if to == "new" else to
            return Act(top(pile, int(count[0]) if count else 1), top(to))
    raise AssertionError(move)


def make(hands: "Mouse | Keyboard | Finger", view: View, move: str) -> None:
    """Make the move, and wait until the page shows it."""
    hands.do(act_of(view, move))
    expect(hands.page.locator("[data-ply]")).to_have_attribute("data-ply", str(view["ply"] + 1))


class Mouse:
    """Cards are dragged where they should go."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def do(self, act: Act) -> None:
        x, y = grip(self.page, act.spot)
        if act.to is None:
            self.page.mouse.click(x, y)
        else:
            self.page.locator(".cloth.grabs").wait_for()
            to_x, to_y = grip(self.page, act.to)
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            self.page.mouse.move(to_x, to_y, steps=5)
            self.page.mouse.up()
        if act.confirm:
            self.page.get_by_role("button", name=act.confirm).click()


class Finger:
    """A card is tapped, and then where it should go."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def do(self, act: Act) -> None:
        for spot in (act.spot, act.to):
            if spot is not None:
                x, y = grip(self.page, spot)
                self.page.touchscreen.tap(x, y)
        if act.confirm:
            self.page.get_by_role("button", name=act.confirm).tap()


class Keyboard:
    """No mouse at all: Tab to the table, arrows on it, Enter."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def do(self, act: Act) -> None:
        self._come_to_the_table()
        self._go(act.spot)
        self.page.keyboard.press("Enter")
        if act.to is not None:
            self._go(act.to)
            self.page.keyboard.press("Enter")
        if act.confirm:
            self._press_button(act.confirm)

    def _come_to_the_table(self) -> None:
        for _ in range(60):
            if self.page.evaluate("document.activeElement?.closest('[data-pile] [data-index]') != null"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab does not lead to the table")

    def _press_button(self, name: str | re.Pattern[str]) -> None:
        button = self.page.get_by_role("button", name=name)
        for _ in range(10):
            self.page.keyboard.press("Tab")
            if button.evaluate("button => button === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
        raise AssertionError(f"Tab does not lead to {name!r}")

    def _go(self, spot: Spot) -> None:
        """Go there with the arrow keys, as a player who sees the table does: towards it, around obstacles."""
        known: dict[Spot, dict[str, Spot]] = {}
        spot.on(self.page).wait_for(state="attached")
        here, (x, y) = self._still_to_go(spot)
        for _ in range(80):
            if here == spot:
                return
            towards = sorted(ARROWS, key=lambda key: -ARROWS[key][0] * x - ARROWS[key][1] * y)
            ways = known.setdefault(here, {})
            key = next((key for key in towards if key not in ways), None) or _to_the_unknown(known, here)
            self.page.keyboard.press(key)
            here, (x, y) = self._still_to_go(spot)
            ways[key] = here
        raise AssertionError(f"the arrows do not lead to {spot}")

    def _still_to_go(self, spot: Spot) -> tuple[Spot, tuple[float, float]]:
        """Where the focus is, and how far to the right and down the spot is from there."""
        found = self.page.evaluate(FROM_THE_FOCUS, spot.selector)
        assert found is not None, "the focus was lost"
        return Spot(*found[:2]), found[2]


def _to_the_unknown(known: dict[Spot, dict[str, Spot]], here: Spot) -> str:
    """The first key on the shortest known way to a spot where some arrow was never pressed."""
    first = {here: ""}
    for spot in (queue := [here]):
        for key, to in known.get(spot, {}).items():
            if to not in first:
                first[to] = first[spot] or key
                queue.append(to)
    return next(first[spot] for spot in queue if len(known.get(spot, {})) < len(ARROWS))


def grip(page: Page, spot: Spot) -> tuple[float, float]:
    """Where a card is taken hold of: near its upper edge, which no card above it covers."""
    box = spot.on(page).bounding_box()
    assert box is not None, spot
    return box["x"] + box["width"] / 2, box["y"] + min(7, box["height"] / 2)


def make_move(page: Page, move: str) -> None:
    """Make a move as a player does, without a keyboard: press the piles that it names, or else the stock."""
    _, *piles = move.split()
    for pile in piles or ["stock"]:
        page.locator(f'[data-pile="{pile}"] [data-index]').last.click()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def fact(page: Page, name: str) -> Locator:
    """What the bar above the table says of the score, the moves or the time."""
    return page.locator(".play-facts > div", has_text=name).locator("dd")


def expect_moves(page: Page, number: int) -> None:
    expect(fact(page, "Moves")).to_have_text(str(number))


def make_moves(page: Page, moves: list[str], made: int = 0) -> None:
    """Make these moves, of which so many were made before, and wait for each."""
    for ply, move in enumerate(moves, start=made + 1):
        make_move(page, move)
        expect_moves(page, ply)
