"""Puts the engines of the games into what is built: the very files that the service judges by.

They become a package `games` of their own, because they import each other by that name, and because
`python -m games` is their command line wherever they are installed.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Games(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        here = Path(self.root)
        # In a source distribution they lie inside, in the tree of the project beside it.
        inside, beside = here / "games", here.parent / "games"
        source = inside if inside.is_dir() else beside
        kind = "force_include_editable" if version == "editable" else "force_include"
        build_data.setdefault(kind, {})[str(source)] = "games"
