"""The fields of the files in a month's dump. The README and the JSON Schema are both made from them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple


class DumpColumn(NamedTuple):
    """A field of a file. Its `type` is a type of JSON, and may be followed by `or null`."""

    name: str
    type: str
    about: str


WHERE: Final = (
    DumpColumn("competition", "string", "The id of the competition."),
    DumpColumn("round", "integer", "The number of the round in the competition, from 1 on."),
)

PLAYER: Final = DumpColumn(
    "player", "string", "The id of the player; if their profile is private, another id, which names nobody."
)
NAME: Final = DumpColumn(
    "name", "string or null", "The player's name in the competition; null if their profile is private."
)

FILES: Final[Mapping[str, Sequence[DumpColumn]]] = {
    "deals": (
        *WHERE,
        DumpColumn("competition_name", "string", "The name of the competition."),
        DumpColumn(
            "kind",
            "string",
            "contest, series for a contest of a series, or daily for one of the site's deals of the day.",
        ),
        DumpColumn("play", "string", "sealed: the server alone knew the seed; open: players did."),
        DumpColumn("game", "string", "The slug of the game."),
        DumpColumn("rules", "object", "Every option of the game, by name."),
        DumpColumn("seed", "string", "The seed of the cards."),
        DumpColumn("commitment", "string", "The commitment to the seed, published before the round, in hex."),
        DumpColumn(
            "band",
            "object or null",
            "The promise about the deal: its `kind`, and for a `par` band the limits `low` and `high`. "
            "Null for none.",
        ),
        DumpColumn("rules_version", "integer", "The version of the rules by which the deal was made."),
        DumpColumn("opened_at", "string", "When the round opened (RFC 3339, UTC)."),
        DumpColumn("closed_at", "string", "When the round closed."),
        DumpColumn("certified_at", "string", "When the results were certified."),
        DumpColumn("ranking", "string", "The rule by which entries are ranked over all rounds."),
        DumpColumn(
            "tie_breaks", "array", "The tie-breaks, in order. They apply in each round and over all rounds."
        ),
        DumpColumn(
            "attempts",
            "integer or null",
            "How many attempts each entry may have in the round; null for no limit.",
        ),
        DumpColumn("counts", "string", "Which of an entry's attempts is its result: best or first."),
        DumpColumn("field", "integer", "How many entries have a place in the round."),
        DumpColumn(
            "worst_score",
            "integer",
            "The worst possible score. A ranking by sums gives it to an entry that did not play.",
        ),
        DumpColumn("par", "integer or null", "The best known score of the deal; null if none was found."),
        DumpColumn(
            "par_proven",
            "boolean or null",
            "Whether it is proven that no play of the deal ends better; null without a par.",
        ),
        DumpColumn("best_line", "array or null", "Moves that reach par, as in a log; null without a par."),
        DumpColumn(
            "inclusion",
            "object or null",
            "The proof that the commitment is in the history; null if the commitment was not in it yet.",
        ),
    ),
    "standings": (
        WHERE[0],
        PLAYER,
        NAME,
        DumpColumn("bot", "boolean", "Whether the player is a declared bot."),
        DumpColumn("disqualified", "boolean", "Whether the entry is disqualified and so has no place."),
        DumpColumn(
            "place",
            "integer or null",
            "The place over all rounds; null for a disqualified entry and for an entry without a result.",
        ),
        DumpColumn("total", "number", "The entry's total under the ranking, over all rounds."),
        DumpColumn(
            "points",
            "array",
            "What each round is worth for the total; null if this is just the score, and for a round without "
            "a result that counts.",
        ),
        DumpColumn("played", "integer", "How many rounds the entry has played."),
        DumpColumn(
            "tie_break",
            "array",
            "The values of the tie-breaks, in their order; each is null for an entry without a result.",
        ),
    ),
    "results": (
        *WHERE,
        DumpColumn("log", "string", "The id of the log. The file of logs has a line with this id."),
        PLAYER,
        NAME,
        DumpColumn("bot", "boolean", "Whether the player is a declared bot."),
        DumpColumn("disqualified", "boolean", "Whether the entry is disqualified and so has no place."),
        DumpColumn("place", "integer or null", "The place in the round; null for a disqualified entry."),
        DumpColumn("score", "integer", "The score of the game."),
        DumpColumn("won", "boolean", "Whether the game was won."),
        DumpColumn("finished", "boolean", "Whether the game came to its end; if not, it was given up."),
        DumpColumn("moves", "integer", "How many moves were made."),
        DumpColumn(
            "elapsed_ms",
            "integer or null",
            "Milliseconds from the first view to the last move; null for a log sent whole.",
        ),
        DumpColumn("started_at", "string", "When the attempt was started."),
        DumpColumn("ended_at", "string", "When the attempt ended."),
        DumpColumn(
            "inclusion",
            "object or null",
            "The proof that the result is in the history; null if the result was not in it yet. Also null if "
            "the profile is private, because the proof would reveal the player's id.",
        ),
    ),
    "logs": (
        *WHERE,
        DumpColumn("id", "string", "The id of the log."),
        PLAYER,
        DumpColumn("attempt", "integer", "1 for the player's first attempt at the round, and so on."),
        DumpColumn(
            "counts", "boolean", "Whether this game is the one that counts for the player in the round."
        ),
        DumpColumn("set_aside", "boolean", "Whether an organiser decided that the game counts for nothing."),
        DumpColumn("game", "string", "The slug of the game."),
        DumpColumn("rules", "object", "Every option of the game, by name."),
        DumpColumn("seed", "string", "The seed of the cards."),
        DumpColumn("moves", "array", "The moves, in their canonical spelling."),
        DumpColumn("score", "integer", "The score of the game."),
        DumpColumn("won", "boolean", "Whether the game was won."),
        DumpColumn("finished", "boolean", "Whether the game came to its end; if not, it was given up."),
        DumpColumn("rules_version", "integer", "The version of the rules by which the game was replayed."),
    ),
}
"""The fields of each file, in order. The keys are the names of the files without `.ndjson.gz`."""

ABOUT: Final[Mapping[str, str]] = {
    "deals": "A line for each round: its deal, its ranking and its par.",
    "standings": "A line for each entry: its place over all rounds.",
    "results": "A line for each result that counts, of one entry in one round.",
    "logs": "A line for each game, with its moves. Each line replays with python -m games replay.",
}

HEAD: Final = "checkpoint.json"
"""The name of the file with the signed head of the history. The proofs in the other files lead to that
head."""

KEYS: Final = "keys.json"
"""The name of the file with the public keys that check the site's signatures."""


def file_of(name: str) -> str:
    return f"{name}.ndjson.gz"


def schema() -> dict[str, Any]:
    """The JSON Schema of the lines of each file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {
            name: {
                "description": ABOUT[name],
                "type": "object",
                "properties": {
                    each.name: {"type": each.type.split(" or "), "description": each.about}
                    for each in columns
                },
                "required": [each.name for each in columns],
                "additionalProperties": False,
            }
            for name, columns in FILES.items()
        },
    }


def readme(month: str, *, cc0: bool) -> str:
    """Describe the fields of each file, as a text for readers."""
    lines = [f"# Games of patience, {month}", "", *_INTRODUCTION, *([_CC0, ""] if cc0 else [])]
    for name, columns in FILES.items():
        lines += [f"## {file_of(name)}", "", ABOUT[name], ""]
        lines += ["| field | type | what it is |", "| --- | --- | --- |"]
        lines += [f"| `{each.name}` | {each.type} | {each.about} |" for each in columns]
        lines.append("")
    return "\n".join(lines)


_CC0: Final = "The owner of the site put these files under CC0 1.0: they are free for any use."

_INTRODUCTION: Final = (
    "All public competitions whose results were certified in this month (UTC), as they look at the time of",
    "writing: newline-delimited JSON, compressed. `schema.json` describes every field. A query in DuckDB:",
    "",
    "    SELECT game, count(*), avg(score) FROM 'logs.ndjson.gz' GROUP BY game;",
    "",
    "An `inclusion` has the same fields as in a receipt: `{leaf, size, root, proof}`. The proof leads to",
    "the head of the site's history in `checkpoint.json`, which is signed by a key of `keys.json`.",
    "",
)
