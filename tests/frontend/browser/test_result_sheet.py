"""The result sheet on paper, as a real browser prints it."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from .deal import beginnings
from .pictures import picture, printed

ENTRIES = 120
SIZES = {"320": (320, 568), "phone": (390, 844), "sideways": (844, 390), "desktop": (1280, 720)}


@pytest.mark.extra
def test_a_long_list_is_printed_whole_on_either_paper(site, api, names, open_page):
    owner = api.guest(names("Olga Organiser"))
    title = "The spring league of everybody who plays patience in our town"
    contest = owner.contest("three-by-three", "wish", name=title, ranking="matchpoints", tie_break=["moves"])
    games = [[*beginnings(game).values()] for game in ("three-by-three", "wish")]
    wide = ["W" * 21, "Maximilian of the Wood", "Βασίλισσα των φύλλων"]
    called = [names(f"{wide[n % 3][:21]}{n:03}") for n in range(ENTRIES)]
    for n, name in enumerate(called):
        player = api.guest(name).join(contest)
        if n % 10 < 6:
            for number, moves in enumerate(games, start=1):
                player.play(contest, moves[n % len(moves)], number)
    owner.call(f"competitions/{contest}/close", {})
    page = open_page(f"{site}/c/{contest}/sheet", alone=True)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        total = page.locator("td.total").first.bounding_box()
        assert total["x"] + total["width"] <= width, "names and totals are in sight"
        picture(page, f"sheet-{size}")
    rows = [*owner.call(f"competitions/{contest}/standings")["results"]]
    for paper, (width, height) in {"A4": (595, 842), "Letter": (612, 792)}.items():
        pages = PdfReader(BytesIO(printed(page, f"sheet-{paper}", paper))).pages
        texts = [each.extract_text() for each in pages]
        whole = "".join("".join(texts).split())
        assert 3 <= len(pages) <= 6
        assert [*pages[0].mediabox][2:] == pytest.approx([width, height], abs=2)
        for name in called:
            assert "".join(name.split()) in whole, name
        for row in rows:
            beginning = f"{row['player']['name']}{row['total']:.2f}" if row["rank"] else row["player"]["name"]
            assert "".join(beginning.split()) in whole
        for number, text in enumerate(texts, start=1):
            assert f"Page {number} of {len(pages)}" in text
        listed = [text for text in texts if any(name in text for name in called)]
        assert len(listed) >= len(pages) - 1
        for text in listed:
            assert "Rank" in text
            assert "Player" in text
            assert title in text
            assert f"/c/{contest}" in text
            assert "Start a contest" not in text
