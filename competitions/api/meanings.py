"""Descriptions of fields, for the schema. Several forms and resources share them."""

from typing import Final

from ..models.competitions import LONGEST_NAME, SHORTEST_NAME
from ..people.names import NAME_LENGTH
from ..standings.rankings.points import POINTS

PLAYER_NAME: Final = f"The player's name, in {NAME_LENGTH}."
NAME: Final = f"The name, in {SHORTEST_NAME} to {LONGEST_NAME} characters."
ABOUT: Final = (
    "The organiser's text about the competition, up to 2,000 characters; web addresses become links."
)
ACCESS: Final = (
    "`public`: the competition is listed, and anyone may join. `unlisted`: anyone with the link may join. "
    "`invite`: joining needs the code that organisers see as `invite`."
)
PLAY: Final = (
    "`sealed`: only the server knows the deal, and every move is sent to the server. `open`: "
    "entrants know the seed, and may send whole logs."
)
ATTEMPTS: Final = (
    "How many attempts a player has at each round. In sealed play: 1. In open play: 1 to 100, or "
    "null for no limit."
)
COUNTS: Final = "Which of a player's attempts at a round counts."
OTHERS: Final = (
    "When a viewer may see ended games of others in sealed play. `closed`: once the round is closed for "
    "everyone. `finished`: once the viewer has finished the round."
)
OPENS_AT: Final = "When the competition opens, at most a day ago. null: when it is published."
CLOSES_AT: Final = "When the competition closes; null: when the organiser closes it."
TIME_LIMIT_S: Final = (
    "How many seconds one attempt in sealed play may take; null for no limit. At the limit the "
    "attempt ends as given up."
)
RANKING: Final = (
    "`total`: the sum of the scores; `matchpoints`: in each round, the percentage of the other players whom "
    f"a player beats, where a tie counts half; `points`: {' '.join(map(str, POINTS))} for the first ten "
    "places of each round; `against_par`: the sum of score minus par over the rounds that have a par."
)
TIE_BREAK: Final = (
    "What decides between equal results, the most important first: `wins` (more), `moves` (fewer), "
    "`time` (less; sealed play only), `earliest` (the last result that counts ended earlier)."
)
STANDINGS: Final = (
    "When the scores of a round are shown. `live`: at once. `own`: to each player after finishing "
    "the round. `final`: after the round has closed."
)
FREEZE_AT: Final = (
    "When the standings freeze, before `closes_at`. The standings stay frozen until the close. null: never."
)
MAX_ENTRIES: Final = "How many players may join; null for no limit."
BOTS: Final = "Whether declared bots may join."
NAMES: Final = (
    "The names of entrants. `own`: the players' own names, as they are now. `kept`: the names with which "
    "the players joined, until an organiser renames them."
)
DRAFT: Final = "Whether the competition is hidden from everyone but its organisers until it is published."
ROUNDS: Final = "The rounds, 1 to 30, in the order of their numbers."

GAME: Final = "The slug of the game."
RULES: Final = "Options of the game, by name. Options that are left out have their defaults."
SEED: Final = "The seed of the deal; null for a random one, and always null in sealed play."
BAND: Final = (
    "A promise about the deal; null for none. The server searches for a deal that keeps the "
    "promise. Allowed only if three things are true: the play is sealed, the solver of the game proves "
    "par, and the competition begins as a draft."
)
BAND_KIND: Final = (
    "`winnable`: the deal can be won. `hard`: the deal can be won, but not with hints alone. `par`: "
    "the par of the deal is from `low` to `high`."
)
BAND_LOW: Final = "The lowest par of a band of the kind `par`; else null."
BAND_HIGH: Final = "The highest par of a band of the kind `par`; else null."
ROUND_OPENS_AT: Final = "When the round opens, at most a day ago; null: when the competition opens."
ROUND_CLOSES_AT: Final = "When the round closes; null: when the competition closes."

PROFILE: Final = "`public`: everybody may see the profile. `private`: others see only the player's name."
LANGUAGE: Final = (
    "The language of the player's pages, mails and notices, such as `de`; null if none is stored. The "
    "API answers in the language of `Accept-Language`."
)
PREFERENCES: Final = "The player's settings for cards and table."
FOUR_COLOURS: Final = "Whether each suit has a colour of its own."
LARGE_INDICES: Final = "Whether the rank and suit in the corners of cards are large."
SHOW_MOVES: Final = "Whether cards that can move are always marked."
TAP_PLAYS: Final = "Whether a tap plays a card that has only one move."
SPEED: Final = "How fast cards move. `at_once`: without any movement."
SOUND: Final = "Whether moves make sounds."
VIBRATION: Final = "Whether moves make the device vibrate."
