"""What a finger presses on a phone is as large as its tip, in a board's rows as elsewhere."""

from .deal import SEED
from .players import sending, take_a_seat

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "alone": True}

SMALL = """() => [...document.querySelectorAll('.board :is(a, button), .button, .copy, summary')]
    .filter(each => each.checkVisibility())
    .map(each => [each.textContent.trim(), each.getBoundingClientRect()])
    .filter(([, {width, height}]) => width < 44 || height < 44)
    .map(([text, {width, height}]) => `${text}: ${width} by ${height}`)"""


def test_links_and_buttons_are_44_pixels_wide_and_high(site, api, names, open_page):
    url = f"{site}/c/{api.guest(names('Olga Owner')).contest()}/rounds/1"
    page = open_page(url, before=lambda browser: take_a_seat(browser, url, names("Tom Touch")), **PHONE)
    send = sending(page)
    for games in (["three-by-three"], ["three-by-three", "wish"]):
        rounds = [{"game": game, "seed": SEED} for game in games]
        own = send("competitions", {"name": "Friday", "play": "open", "attempts": None, "rounds": rounds})[
            "id"
        ]
        entry = send(f"competitions/{own}/entries", {})["id"]
        log = send(f"competitions/{own}/rounds/1/logs", {"moves": []})["id"]
        api.guest(names("Fay Friend")).join(own).play(own, [])
        pages = ("", "/rounds/1", f"/players/{entry}", "/desk")
        for path in ("/", f"/results/{log}", *(f"/c/{own}{page}" for page in pages)):
            page.goto(site + path)
            assert page.evaluate(SMALL) == [], path
