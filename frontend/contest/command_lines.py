"""Shell commands that play a round from the command line."""

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass

from games.game import Game


@dataclass(frozen=True)
class Commands:
    """The commands that a player copies into a shell to play one open round."""

    number: int
    game: Game
    rules: Mapping[str, str]
    seed: str
    url: str

    @property
    def deal(self) -> str:
        """The command that shows the opening position."""
        rules = f" --rules {shlex.quote(json.dumps(dict(self.rules)))}" if self.rules else ""
        hyphen = "-- " if self.seed.startswith("-") else ""
        return f"python -m games deal{rules} {hyphen}{self.game.slug} {self.seed}"

    @property
    def log(self) -> str:
        """An empty log on one line, to start from."""
        return json.dumps({"game": self.game.slug, "seed": self.seed, "rules": dict(self.rules), "moves": []})

    @property
    def replay(self) -> str:
        """The command that replays the log and shows the final position."""
        return "python -m games replay log.json"

    @property
    def submit(self) -> str:
        """The command that sends the log; the server answers with its verdict."""
        return (
            f"curl {shlex.quote(self.url)} \\\n"
            '  -H "Authorization: Bearer $EVENDEAL_TOKEN" \\\n'
            "  -H 'Content-Type: application/json' -d @log.json"
        )
