"""Adds the engines of the games, which the service also uses, and the licence to every build.

The engines are a package `games` of their own: they import each other by that name, and `python -m games` is
their command line wherever they are installed.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MISSING = """
The rules of the games are missing: this folder alone is not the whole client.
They are in the folder `games` beside it. Take the whole project, or the evendeal.zip that every Evendeal
site hands out: pip install https://SITE/evendeal.zip
"""


class Games(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        here = Path(self.root)
        # In a source distribution, `games` is in this folder; in the project's tree, it is beside this
        # folder.
        place = here if (here / "games").is_dir() else here.parent
        if not (place / "games" / "deck.py").is_file():
            self.app.abort(MISSING)
        licence = "LICENSE" if self.target_name == "sdist" else "evendeal/LICENSE"
        kind = "force_include_editable" if version == "editable" else "force_include"
        taken = build_data.setdefault(kind, {})
        taken |= {str(place / "games"): "games", str(place / "LICENSE"): licence}
