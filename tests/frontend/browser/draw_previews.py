"""Draws the pictures of links, one for each game and one for the site, into `frontend/root/previews/`;
those in another language than English into a folder there.

    python -m tests.frontend.browser.draw_previews

They name no contest, player or score: the words beside a picture do. Run it for a new game or language.
"""

import os
from pathlib import Path

import django
from django.template.loader import select_template
from django.utils.translation import gettext, override
from playwright.sync_api import sync_playwright

from games import GAMES
from games.language import ENGLISH
from tests.servers.chromium import ARGUMENTS, CHROMIUM

LOCALES = Path(__file__).parents[3] / "config/locale"
STYLE = (Path(__file__).parents[3] / "frontend/src/style/tokens.css").read_text()
PAGE = """<!doctype html><style>{style}
  body {{ margin: 0; background: var(--felt); color: var(--on-felt); font-family: "Noto Sans", sans-serif }}
  b {{ position: absolute; left: 72px; top: 72px; font-size: 34px }}
  h1 {{ position: absolute; left: 72px; top: 240px; width: 560px; font-size: 84px; margin: 0 }}
  svg {{ position: absolute; left: 690px; top: 125px; width: 440px; height: 400px }}
  .face {{ fill: var(--card); stroke: var(--card-line) }}
  .back {{ fill: var(--card-back); stroke: var(--card-back-line) }}
  .hole {{ fill: none; stroke: var(--on-felt-quiet) }}
  .pip {{ fill: var(--card-black) }}
  .pip.red {{ fill: var(--card-red) }}
</style><b>Evendeal</b><h1>{name}</h1>{layout}"""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from frontend.wording.link_previews import HEIGHT, PICTURES, WIDTH

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        drawn = set()
        for language in (ENGLISH, *(folder.name for folder in LOCALES.iterdir())):
            with override(language):
                site = gettext("The same deal for everyone.").removesuffix(".")
            folder = PICTURES if language == ENGLISH else PICTURES / language
            titles = {slug: game.title.words(language) for slug, game in GAMES.items()}
            for slug, title in {**titles, "site": site}.items():
                if (slug, title) in drawn:  # it is the same in English, whose picture serves
                    continue
                drawn.add((slug, title))
                layout = select_template([f"games/layouts/{slug}.svg", "games/layouts/any.svg"]).render()
                page.set_content(PAGE.format(style=STYLE, name=title, layout=layout))
                page.screenshot(path=folder / f"{slug}.png")
        browser.close()


if __name__ == "__main__":
    main()
