"""The words for a score: in golden games, whose scores are known, and on every table."""

import json
import re

import pytest

from games import GAMES
from games.game import Position
from games.replay import replay_log
from games.teaching import describe

from .golden import GOLDEN
from .test_walks import WALKED, walked


def outcome(position):
    return describe(position)["outcome"]


@pytest.mark.parametrize(
    ("game", "rules", "said"),
    [
        ("wish", {}, "32 cards left"),
        ("winabit", {"scoring": "5a"}, "24 cards face down"),
        ("winabit", {"scoring": "5b"}, "24 cards face down"),
        ("well", {}, "48 cards not home"),
        ("pyramid", {}, "28 cards in the pyramid"),
        ("three-by-three", {}, "5 cards face down, 5 rounds not dealt"),
    ],
)
def test_whoever_gives_up_at_once_is_told_what_lies_there(game, rules, said):
    assert outcome(GAMES[game].open("pub", rules)) == said


def ended():
    """Yield the final positions of finished golden games."""
    for file in GOLDEN.values():
        for line in file.read_text().splitlines():
            row = json.loads(line)
            if row.get("result", {}).get("finished"):
                yield replay_log(row["log"]).position


def test_the_ends_of_games_are_said_by_what_their_scores_count():
    said = {
        (position.game.slug, position.table.won, re.sub(r"\d+ (\w+?)s?\b", r"# \1", outcome(position)))
        for position in ended()
    }
    assert said == {
        ("wish", True, "all cards taken away"),
        ("wish", False, "# card left"),
        ("winabit", True, "# card kept, no cheats"),
        ("winabit", False, "# cheat or more"),
        ("winabit", False, "# card kept, # cheat or more"),
        ("well", True, "all cards are home"),
        ("well", False, "# card not home"),
        ("pyramid", True, "the pyramid is gone"),
        ("pyramid", False, "# card in the pyramid"),
        ("three-by-three", True, "no cards face down"),
        ("three-by-three", False, "# card face down"),
    }


@pytest.mark.parametrize(("scoring", "said"), [("5a", "{} cheats"), ("5b", "{kept}, {} cheats")])
def test_cheats_are_counted_from_the_score(scoring, said):
    won = next(each for each in ended() if each.table.won and each.rules.get("scoring") == scoring)
    kept = outcome(won).removesuffix(", no cheats")
    for cheats in (2, 3):
        lost = won._replace(table=won.table._replace(cheats=cheats))
        assert outcome(lost) == said.format(cheats, kept=kept)


@pytest.mark.parametrize(("game", "rules", "walks"), WALKED)
def test_what_a_score_counts_adds_up_to_it(game, rules, walks):
    for position in walked(game, rules, walks, most=200):
        assert score_of(position, outcome(position)) == position.table.score


def score_of(position: Position, said: str) -> int:
    """Return the score that the words alone tell."""
    found = {
        thing: 0 if number == "no" else int(number)
        for number, thing in re.findall(r"(no|\d+) (\w+?)s?\b", said)
    }
    cards = found.get("card", 0)
    match position.game.slug:
        case "three-by-three":
            return cards + 5 * found.get("round", 0)
        case "winabit" if "kept, no cheats" in said:
            return cards
        case "winabit":
            kept = cards if "kept" in said else 0
            lost = found.get("cheat", 0) + cards - kept
            return kept - lost - (position.rules["scoring"] == "5b")
    return cards
