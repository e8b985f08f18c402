"""Descriptions for the schema of fields that several forms and resources share."""

from typing import Final

from ..models.competitions import LONGEST_NAME, SHORTEST_NAME
from ..people.names import NAME_LENGTH
from ..standings.rankings.points import POINTS

PLAYER_NAME: Final = f"What they are called, in {NAME_LENGTH}."
NAME: Final = f"What it is called, in {SHORTEST_NAME} to {LONGEST_NAME} characters."
ABOUT: Final = "Words of the organiser about it, in up to 2,000 characters; web addresses in it become links."
ACCESS: Final = (
    "`public`: it is listed, and anyone may join; `unlisted`: anyone with the link may; `invite`: it needs "
    "the code that its organisers see as `invite`."
)
PLAY: Final = (
    "`sealed`: the server alone knows the deal, and is sent every move; `open`: entrants know the seed and "
    "may send whole logs."
)
ATTEMPTS: Final = (
    "How many attempts a player has at each round: 1 in sealed play; in open play 1 to 100, or null for as "
    "many as one likes."
)
COUNTS: Final = "Which of a player's attempts at a round counts."
OTHERS: Final = (
    "In sealed play, when others' games may be watched: `closed`, once the round is closed for everyone; "
    "`finished`, by whoever has finished their own."
)
OPENS_AT: Final = "When it opens, at most a day ago; null: at once, when it is published."
CLOSES_AT: Final = "When it closes; null: when the organiser closes it."
TIME_LIMIT_S: Final = (
    "How many seconds one attempt in sealed play may take, after which it ends as given up; null for no "
    "limit."
)
RANKING: Final = (
    "`total`: the sum of the scores; `matchpoints`: in each round the share of the others that one beats; "
    f"`points`: {' '.join(map(str, POINTS))} for the first ten places of each round; `against_par`: the sum "
    "of score less par over the rounds whose par is there."
)
TIE_BREAK: Final = (
    "What decides between equal results, the most important first: `wins` (more), `moves` (fewer), `time` "
    "(less; sealed play only), `earliest` (whose last counting result came first)."
)
STANDINGS: Final = (
    "When the scores of a round are shown: `live`, at once; `own`, to each player once they have finished "
    "it; `final`, once it has closed."
)
FREEZE_AT: Final = (
    "When the standings freeze, before `closes_at`; they stay frozen until the close. null: never."
)
MAX_ENTRIES: Final = "How many may join; null: as many as like to."
BOTS: Final = "Whether declared bots may join."
NAMES: Final = (
    "What entrants are called once they have joined: `own`, by their own names, and by new ones as soon as "
    "they take them; `kept`, as they were when they joined, until an organiser renames them."
)
DRAFT: Final = "Whether it is still hidden from everyone but its organisers, until it is published."
ROUNDS: Final = "Its rounds, in the order in which they are numbered: 1 to 30."

GAME: Final = "The slug of the game."
RULES: Final = "Options of the game, by name; those left out have their defaults."
SEED: Final = "What the deal follows from; null for a random one, and always null in sealed play."
BAND: Final = (
    "What is promised of its deal, which the server then looks for; null for nothing. In sealed play alone, "
    "and in games whose par is proven; the competition begins as a draft."
)
BAND_KIND: Final = (
    "`winnable`: it can be won; `hard`: it can be won, but hints alone do not win it; `par`: its par is one "
    "from `low` to `high`."
)
BAND_LOW: Final = "The lowest par, with `high`, of a band of `par`; else null."
BAND_HIGH: Final = "The highest par; else null."
ROUND_OPENS_AT: Final = "When the round opens, at most a day ago; null: with the competition."
ROUND_CLOSES_AT: Final = "When the round closes; null: with the competition."

PROFILE: Final = "`private`: others are shown the name alone."
PREFERENCES: Final = "How they like the table."
FOUR_COLOURS: Final = "Whether each suit has a colour of its own."
LARGE_INDICES: Final = "Whether the signs in the corners of cards are large."
SHOW_MOVES: Final = "Whether what can be picked up is always marked."
TAP_PLAYS: Final = "Whether a tap plays a card that has only one move."
SPEED: Final = "How cards move: `at_once` does without movement."
SOUND: Final = "Whether moves can be heard."
VIBRATION: Final = "Whether moves can be felt."
