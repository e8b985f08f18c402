"""Every request of the API as a value: its method, its path, its content, and whether it may be repeated.

Nothing here sends a request. `Client` and `AsyncClient` have a method for each of these functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Generic, TypeVar, Unpack
from urllib.parse import parse_qsl, quote, urlsplit

from evendeal.resources import (
    Act,
    AllSettings,
    Analysis,
    Attempt,
    Badge,
    Badges,
    BadgeWithCode,
    Changes,
    Checkpoint,
    Circle,
    CircleBoard,
    Competition,
    Consistency,
    Dailies,
    Delivery,
    Done,
    Dump,
    Ending,
    Entry,
    Events,
    EventType,
    Every,
    FieldLuck,
    FieldTree,
    Game,
    GameSlug,
    Grant,
    Hook,
    Inclusion,
    JudgedEntry,
    Keys,
    Kind,
    LeaderboardPage,
    Leaf,
    Lessons,
    Log,
    Me,
    MessageAct,
    NewGuest,
    NewHook,
    NewToken,
    Notice,
    OfferedDeal,
    Organisers,
    OwnCalendar,
    Page,
    PastResult,
    Played,
    PlayerProfile,
    PreferenceChanges,
    Profile,
    RatingChange,
    Recording,
    Replay,
    RoundSettings,
    Scope,
    Series,
    SeriesChanges,
    SeriesTable,
    Settings,
    SignedReceipt,
    Standings,
    StandingsThen,
    State,
    Ticket,
    Token,
    Unread,
    Verdict,
    Versus,
    WholeSeries,
)

T = TypeVar("T")

MOST_ROWS = 200
"""The largest `limit`: no page of a list has more rows."""


class Again(Enum):
    """Whether a call may be repeated if its first try may have reached the service."""

    HARMLESS = "a repeat changes nothing more"
    WITH_A_KEY = "a repeat with the same Idempotency-Key changes nothing more"
    NEVER = "a repeat could do it twice, or be refused because it is done"


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request whose answer is a `T`. `path` is below `/api/v1/`."""

    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    body: Mapping[str, Any] | None = None
    again: Again = Again.HARMLESS
    computed: bool = False
    """Whether the answer may take time to compute. Until it is ready, the service answers 202, and the client
    asks again."""


def _get(path: str, **query: object) -> Call[Any]:
    asked = tuple((name, _text(value)) for name, value in query.items() if value is not None)
    return Call("GET", path, asked)


def _post(path: str, body: Mapping[str, Any] | None = None, again: Again = Again.HARMLESS) -> Call[Any]:
    return Call("POST", path, (), body or {}, again)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def following(call: Call[T], link: str | None) -> Call[T] | None:
    """The call for the page that a link leads to; None without a link.

    Only the query of the link is used, so that the token is sent to no other place than the call was meant
    for.

    >>> following(games(), "https://elsewhere.example/api/v1/tokens?cursor=abc").query
    (('cursor', 'abc'),)
    """
    if link is None:
        return None
    return replace(call, query=tuple(parse_qsl(urlsplit(link).query, keep_blank_values=True)))


# Players and their tokens


def guest(name: str, *, bot: bool = False) -> Call[NewGuest]:
    """A new player with this name. Only the token in the answer lets a program act as that player again."""
    return _post("guests", {"name": name, "bot": bot}, Again.NEVER)


def me() -> Call[Me]:
    """The player to whom the token belongs."""
    return _get("me")


def change_me(
    *,
    name: str | None = None,
    profile: Profile | None = None,
    language: str | None = None,
    preferences: PreferenceChanges | None = None,
) -> Call[Me]:
    """Change the player's name, profile (a private one shows others the name alone), language or preferences.

    The language is that of pages, mails and notices, such as `de`; an empty text removes it.

    >>> change_me(language="").body
    {'language': None}
    """
    given = {"name": name, "profile": profile, "language": language, "preferences": preferences}
    changes = {field: value for field, value in given.items() if value is not None}
    return Call("PATCH", "me", (), changes | ({"language": None} if language == "" else {}))


def delete_me() -> Call[None]:
    """Delete a guest's or bot's name, tokens and sessions at once; results stay, without a name."""
    return Call("DELETE", "me")


def tokens() -> Call[Page[Token]]:
    """The player's tokens, without their secrets."""
    return _get("tokens")


def new_token(name: str, scopes: Sequence[Scope]) -> Call[NewToken]:
    """A new token with these scopes, which must be scopes of the current token. The answer shows its secret
    once."""
    return _post("tokens", {"name": name, "scopes": list(scopes)}, Again.NEVER)


def revoke(token: str) -> Call[None]:
    """Revoke a token, by its id."""
    return Call("DELETE", f"tokens/{token}")


def ticket() -> Call[Ticket]:
    """A ticket, with which one socket can be opened within a minute."""
    return _post("tickets")


# Notices


def notices(*, unread: bool | None = None) -> Call[Page[Notice]]:
    """The player's notices, newest first; with `unread`, only unread ones."""
    return _get("notices", unread=unread)


def read_notices(before: str) -> Call[Unread]:
    """Mark all notices up to this moment as read. `before` is the `at` of a notice."""
    return _post("notices/read", {"before": before})


# Games


def games() -> Call[Page[Game]]:
    """Every game, with its options and its rules in words."""
    return _get("games")


def game(slug: str) -> Call[Game]:
    """One game."""
    return _get(f"games/{slug}")


def lessons(slug: str) -> Call[Lessons]:
    """The rules of a game in pictures, and a first deal, step by step."""
    return _get(f"games/{slug}/lessons")


def replay(
    game: GameSlug,
    seed: str,
    moves: Sequence[str],
    rules: Mapping[str, str] | None = None,
    *,
    steps: bool = False,
    help: bool = False,
    hint: bool = False,
) -> Call[Replay]:
    """Replay any log; on request with its steps, with help on its final table, or with a hint."""
    body = {"game": game, "seed": seed, "rules": dict(rules or {}), "moves": list(moves)}
    return _post("replays", body | {"steps": steps, "help": help, "hint": hint})


# Competitions


def competitions(
    *,
    state: State | None = None,
    game: GameSlug | None = None,
    mine: bool | None = None,
    kind: Kind | None = None,
) -> Call[Page[Competition]]:
    """Public competitions, or with `mine` the player's own, the newest first."""
    return _get("competitions", state=state, game=game, mine=mine, kind=kind)


def daily(date: str | None = None) -> Call[Dailies]:
    """Today's deals or another day's (`2026-11-21`), one for each game."""
    return _get("daily", date=date)


def competition(competition: str) -> Call[Competition]:
    """One competition, with its rounds."""
    return _get(f"competitions/{competition}")


def create(name: str, rounds: Sequence[RoundSettings], **settings: Unpack[Settings]) -> Call[Competition]:
    """A new competition. Its rounds are sealed unless `play="open"`."""
    body = {"name": name, "rounds": list(rounds), **settings}
    return _post("competitions", body, Again.WITH_A_KEY)


def change(competition: str, **changes: Unpack[Changes]) -> Call[Competition]:
    """Change these settings of a competition. If one of them cannot change, none does."""
    return Call("PATCH", f"competitions/{competition}", (), {**changes})


def settings(competition: str) -> Call[AllSettings]:
    """Everything needed to make a competition with the same settings."""
    return _get(f"competitions/{competition}/settings")


def publish(competition: str, reason: str = "") -> Call[Competition]:
    """Publish a draft."""
    return _act(competition, "publish", reason)


def close(competition: str, reason: str = "") -> Call[Competition]:
    """Close a competition early. Running attempts end as given up."""
    return _act(competition, "close", reason)


def certify(competition: str, reason: str = "") -> Call[Competition]:
    """Make the results of a closed competition final."""
    return _act(competition, "certify", reason)


def cancel(competition: str, reason: str = "") -> Call[Competition]:
    """Cancel a competition: it does not count, and its page stays."""
    return _act(competition, "cancel", reason)


def new_invite(competition: str, reason: str = "") -> Call[Competition]:
    """Replace the invite code of a competition."""
    return _post(f"competitions/{competition}/invite", {"reason": reason}, Again.WITH_A_KEY)


def copy(competition: str) -> Call[Competition]:
    """A draft with the same settings and new deals."""
    return _post(f"competitions/{competition}/copy", again=Again.WITH_A_KEY)


def challenge(
    game: GameSlug, rules: Mapping[str, str] | None = None, seed: str | None = None
) -> Call[Competition]:
    """The caller's challenge with a deal, for anyone with its link."""
    body = {"game": game, "rules": dict(rules or {})} | ({} if seed is None else {"seed": seed})
    return _post("challenges", body, Again.WITH_A_KEY)


def duel(
    game: GameSlug,
    rules: Mapping[str, str] | None = None,
    *,
    rounds: int = 1,
    time_limit_s: int | None = None,
    against: str | None = None,
) -> Call[Competition]:
    """A duel of the caller with the first player who joins with its link, or with the player `against`."""
    settings = {"rounds": rounds, "time_limit_s": time_limit_s, "against": against}
    return _post("duels", {"game": game, "rules": dict(rules or {}), **settings}, Again.WITH_A_KEY)


def rematch(competition: str) -> Call[Competition]:
    """The rematch of a closed duel: the same two players and settings, new deals."""
    return _post(f"competitions/{competition}/rematch", again=Again.WITH_A_KEY)


def disqualify(competition: str, entry: str, reason: str) -> Call[JudgedEntry]:
    """Disqualify an entry: it counts for nothing until it is reinstated."""
    return _post(f"competitions/{competition}/entries/{entry}/disqualify", {"reason": reason})


def reinstate(competition: str, entry: str, reason: str) -> Call[JudgedEntry]:
    """Let a disqualified entry count again."""
    return _post(f"competitions/{competition}/entries/{entry}/reinstate", {"reason": reason})


def rename_entry(competition: str, entry: str, name: str, reason: str) -> Call[JudgedEntry]:
    """Rename a player in this competition; an empty name gives back the player's own name."""
    return _post(f"competitions/{competition}/entries/{entry}/rename", {"name": name, "reason": reason})


def grant(
    competition: str,
    entry: str,
    round: int,
    reason: str,
    *,
    attempt: bool = False,
    extra_ms: int | None = None,
    set_aside: bool = False,
    count_again: bool = False,
) -> Call[Grant]:
    """Grant a player a fresh attempt or more time, or decide that a result counts for nothing or counts
    again."""
    flags = {"attempt": attempt, "set_aside": set_aside, "count_again": count_again}
    body = {"round": round, "reason": reason, "extra_ms": extra_ms, **flags}
    return _post(f"competitions/{competition}/entries/{entry}/grants", body, Again.WITH_A_KEY)


def write_message(competition: str, entry: str, text: str) -> Call[MessageAct]:
    """Write to one player of a competition; all entrants can read it."""
    path = f"competitions/{competition}/entries/{entry}/messages"
    return _post(path, {"text": text}, Again.WITH_A_KEY)


def organisers(competition: str) -> Call[Organisers]:
    """The organisers of a competition, the owner first."""
    return _get(f"competitions/{competition}/organisers")


def add_organiser(competition: str, name: str, *, owner: bool = False) -> Call[Organisers]:
    """Add an organiser, by name or id. With `owner`, hand the competition over to that player."""
    return _post(f"competitions/{competition}/organisers", {"name": name, "owner": owner})


def remove_organiser(competition: str, player: str) -> Call[Organisers]:
    """Remove an organiser."""
    return Call("DELETE", f"competitions/{competition}/organisers/{player}")


def badges(competition: str) -> Call[Page[BadgeWithCode]]:
    """The badges that let named people in, each with its code while the code is valid."""
    return _get(f"competitions/{competition}/badges")


def add_badges(competition: str, names: Sequence[str]) -> Call[Badges]:
    """A badge for each of these names. The codes of the badges are in the answer to `badges`."""
    return _post(f"competitions/{competition}/badges", {"names": list(names)}, Again.WITH_A_KEY)


def badge(competition: str, badge: str) -> Call[BadgeWithCode]:
    """One badge, with its code while the code is valid."""
    return _get(f"competitions/{competition}/badges/{badge}")


def renew_badge(competition: str, badge: str) -> Call[Badge]:
    """Replace the code of a badge."""
    return _post(f"competitions/{competition}/badges/{badge}/renew", again=Again.WITH_A_KEY)


def remove_badge(competition: str, badge: str) -> Call[None]:
    """Remove a badge that nobody has used."""
    return Call("DELETE", f"competitions/{competition}/badges/{badge}")


def audit(competition: str) -> Call[Page[Act]]:
    """The acts of a competition's organisers, oldest first. Entrants may read them."""
    return _get(f"competitions/{competition}/audit")


def standings(
    competition: str,
    *,
    round: int | None = None,
    around_me: bool = False,
    limit: int | None = None,
    version: int | None = None,
) -> Call[Standings]:
    """The first page of the standings over all rounds or one; with `around_me`, the rows around the player.
    With the `version` of a message of the live feed, the rows are at least as new as that message."""
    around = "me" if around_me else None
    path = f"competitions/{competition}/standings"
    return _get(path, round=round, around=around, limit=limit, version=version)


def tree(competition: str, round: int = 1, *, least: int | None = None) -> Call[FieldTree]:
    """All games of a closed round as a tree, without branches that fewer than `least` players took."""
    return _get(f"competitions/{competition}/rounds/{round}/tree", least=least)


def luck(competition: str, round: int = 1) -> Call[FieldLuck]:
    """The luck in each analysed game of a closed round."""
    return _get(f"competitions/{competition}/rounds/{round}/luck")


def events(competition: str, after: str | None = None) -> Call[Events]:
    """A page of the events of a competition. If `after` is the `cursor` of an earlier page, these are the
    events after that page."""
    return _get(f"competitions/{competition}/events", after=after)


def webhooks(competition: str) -> Call[Page[Hook]]:
    """The webhooks of a competition, for its organisers."""
    return _get(f"competitions/{competition}/webhooks")


def add_webhook(competition: str, url: str, events: Sequence[EventType] | None = None) -> Call[NewHook]:
    """Post events of these types, or of all, to an address. The answer shows the webhook's secret once."""
    body = {"url": url} | ({} if events is None else {"events": list(events)})
    return _post(f"competitions/{competition}/webhooks", body, Again.NEVER)


def remove_webhook(competition: str, hook: str) -> Call[None]:
    """Remove a webhook, which then gets no more events."""
    return Call("DELETE", f"competitions/{competition}/webhooks/{hook}")


def deliveries(competition: str, hook: str) -> Call[Page[Delivery]]:
    """The events posted to a webhook, with the answers of its server."""
    return _get(f"competitions/{competition}/webhooks/{hook}/deliveries")


def ping(competition: str, hook: str) -> Call[Delivery]:
    """Post a test message to a webhook."""
    return _post(f"competitions/{competition}/webhooks/{hook}/ping")


def resend(competition: str, hook: str, delivery: str) -> Call[Delivery]:
    """Post a delivery once more."""
    return _post(
        f"competitions/{competition}/webhooks/{hook}/deliveries/{delivery}/resend", None, Again.NEVER
    )


# Ratings


def leaderboard(game: GameSlug, *, limit: int | None = None) -> Call[LeaderboardPage]:
    """The first page of a game's leaderboard, the highest rating first."""
    return _get(f"leaderboards/{game}", limit=limit)


def player(who: str) -> Call[PlayerProfile]:
    """A player and the games they have played. `who` is an id or `@name`."""
    return _get(_of_player(who))


def results(player: str) -> Call[Page[PastResult]]:
    """The results of a player, newest first. `player` is an id or `@name`."""
    return _get(f"{_of_player(player)}/results")


def versus(player: str, other: str) -> Call[Versus]:
    """How often each of two players did better, and a page of the rounds that both played."""
    return _get(f"{_of_player(player)}/versus/{quote(other, safe='@')}")


def rating_changes(player: str, game: GameSlug) -> Call[Page[RatingChange]]:
    """A player's rating changes, newest first. `player` is an id or `@name`."""
    return _get(f"{_of_player(player)}/ratings/{game}")


def _of_player(who: str) -> str:
    return f"players/{quote(who, safe='@')}"


# Circles


def circles() -> Call[Page[Circle]]:
    """The player's circles, the last joined first."""
    return _get("circles")


def circle(circle: str) -> Call[Circle]:
    """One of the player's circles."""
    return _get(f"circles/{circle}")


def create_circle(name: str) -> Call[Circle]:
    """A new circle owned by the player: a small group that plays the dailies together."""
    return _post("circles", {"name": name}, Again.WITH_A_KEY)


def change_circle(circle: str, *, name: str | None = None, owner: str | None = None) -> Call[Circle]:
    """Rename a circle, or hand it over to the member with the player id `owner`."""
    given = {"name": name, "owner": owner}
    changes = {field: value for field, value in given.items() if value is not None}
    return Call("PATCH", f"circles/{circle}", (), changes)


def close_circle(circle: str) -> Call[None]:
    """Close a circle. Its members keep their results."""
    return Call("DELETE", f"circles/{circle}")


def new_circle_invite(circle: str) -> Call[Circle]:
    """Replace the invite code of a circle."""
    return _post(f"circles/{circle}/invite", again=Again.WITH_A_KEY)


def join_circle(circle: str, invite: str) -> Call[Circle]:
    """Join a circle; joining twice changes nothing."""
    return _post(f"circles/{circle}/members", {"invite": invite}, Again.WITH_A_KEY)


def remove_member(circle: str, player: str) -> Call[None]:
    """Leave a circle or, as its owner, remove a member. `player` is the id of the player who leaves it."""
    return Call("DELETE", f"circles/{circle}/members/{player}")


def circle_board(circle: str, *, week: str | None = None, game: GameSlug | None = None) -> Call[CircleBoard]:
    """A circle's board of this week or another (`2026-W47`), over the dailies of all games or one."""
    return _get(f"circles/{circle}/board", week=week, game=game)


# Series and calendars


def own_series() -> Call[Page[Series]]:
    """The player's series, newest first."""
    return _get("series")


def series(series: str) -> Call[WholeSeries]:
    """A series with its contests."""
    return _get(f"series/{series}")


def make_series(
    template: str,
    *,
    every: Every,
    at: str,
    zone: str,
    name: str | None = None,
    weekday: int | None = None,
    until: str | None = None,
    best: int | None = None,
) -> Call[WholeSeries]:
    """A new series: a contest like `template` every week or month, at the time `at` in `zone`."""
    given: dict[str, str | int | None] = {"template": template, "every": every, "at": at, "zone": zone}
    given |= {"name": name, "weekday": weekday, "until": until, "best": best}
    body = {field: value for field, value in given.items() if value is not None}
    return _post("series", body, Again.WITH_A_KEY)


def change_series(series: str, **new: Unpack[SeriesChanges]) -> Call[WholeSeries]:
    """Change a series. Contests that are made already stay as they are."""
    return Call("PATCH", f"series/{series}", (), {**new})


def skip_date(series: str, date: str, *, skipped: bool = True) -> Call[WholeSeries]:
    """Skip a date of a series or, with `skipped=False`, no longer skip it."""
    return _post(f"series/{series}/skip", {"date": date, "skipped": skipped})


def end_series(series: str) -> Call[WholeSeries]:
    """End a series. Contests that are made already take place."""
    return _post(f"series/{series}/end")


def series_standings(series: str, *, limit: int | None = None) -> Call[SeriesTable]:
    """The first page of the table of a series."""
    return _get(f"series/{series}/standings", limit=limit)


def series_calendar(series: str) -> Call[bytes]:
    """The calendar of a series, as iCalendar."""
    return _get(f"series/{series}.ics")


def competition_calendar(competition: str) -> Call[bytes]:
    """When a competition opens and closes, as iCalendar."""
    return _get(f"competitions/{competition}.ics")


def own_calendar(key: str) -> Call[bytes]:
    """The calendar of the player with this secret `key`, as iCalendar."""
    return _get("me.ics", key=key)


def make_own_calendar() -> Call[OwnCalendar]:
    """Make a new secret address of the player's calendar. The old address no longer works."""
    return _post("me/calendar", again=Again.NEVER)


def remove_own_calendar() -> Call[None]:
    """Remove the secret address of the player's calendar."""
    return Call("DELETE", "me/calendar")


# Playing


def join(competition: str, invite: str | None = None, *, name: str | None = None) -> Call[Entry]:
    """Enter a competition; entering twice changes nothing. In the competition the player is called `name`. By
    default it is the player's own name, with a number if another entry's name looks like it."""
    given = {"invite": invite, "name": name}
    body = {field: value for field, value in given.items() if value is not None}
    return _post(f"competitions/{competition}/entries", body, Again.WITH_A_KEY)


def start(competition: str, round: int = 1, *, ghost: bool = False) -> Call[Attempt]:
    """Begin to play a round: the clock starts. If an attempt is running, it is returned.

    A `ghost` plays a closed round again: it counts for nothing, and nobody else sees it.
    """
    path = f"competitions/{competition}/rounds/{round}/attempts"
    return _post(path, {"ghost": True} if ghost else {}, Again.WITH_A_KEY)


def played_deal(game: GameSlug | None = None) -> Call[OfferedDeal]:
    """A deal of a closed round that the player has neither played nor seen. `start` plays it with
    `ghost=True`."""
    return _get("deals/played", game=game)


def standings_then(attempt: str) -> Call[StandingsThen]:
    """How the standings of a ghost's round developed while the round was open, for the ghost's player."""
    return _get(f"attempts/{attempt}/standings")


def ending(attempt: str) -> Call[Ending]:
    """How the player's own attempt or ghost ended, and what the player can play next."""
    return _get(f"attempts/{attempt}/ending")


def attempt(attempt: str) -> Call[Attempt]:
    """An attempt: its state and score and, for its player, its table."""
    return _get(f"attempts/{attempt}")


def moves(attempt: str, ply: int, moves: Sequence[str]) -> Call[Played]:
    """Play moves from a ply on. Moves that are already stored at their plies are not played twice."""
    return _post(f"attempts/{attempt}/moves", {"ply": ply, "moves": list(moves)})


def undo(attempt: str, ply: int) -> Call[Played]:
    """Take moves back to a ply. This is possible in open play, and in games that hide no card."""
    return _post(f"attempts/{attempt}/undo", {"ply": ply})


def finish(attempt: str) -> Call[Attempt]:
    """End an attempt. It counts as given up unless its game is over."""
    return _post(f"attempts/{attempt}/finish")


def submit(competition: str, moves: Sequence[str], round: int = 1) -> Call[Verdict]:
    """Submit a whole game of an open round. Its verdict may be a rejection."""
    body = {"moves": list(moves)}
    return _post(f"competitions/{competition}/rounds/{round}/logs", body, Again.WITH_A_KEY)


def done(competition: str, round: int = 1) -> Call[Done]:
    """Declare a round done: the player has no attempts left, and may see the games of others."""
    return _post(f"competitions/{competition}/rounds/{round}/done")


def log(log: str) -> Call[Log]:
    """A log with its deal, if the caller may see the log."""
    return _get(f"logs/{log}")


def recording(log: str) -> Call[Recording]:
    """A log with each of its steps, if the caller may see the log."""
    return _get(f"logs/{log}/replay")


def analysis(log: str) -> Call[Analysis]:
    """The best scores that could have been reached in a game, and its luck and skill, after its round has
    closed for everyone. The client waits while the service computes the answer."""
    return replace(_get(f"logs/{log}/analysis"), computed=True)


def receipt(log: str) -> Call[SignedReceipt]:
    """The result of a game, signed by the site, after its round has closed for everyone."""
    return _get(f"logs/{log}/receipt")


def keys() -> Call[Keys]:
    """The public keys for checking receipts offline."""
    return _get("keys")


def dumps() -> Call[Page[Dump]]:
    """The published months of public competitions, newest first."""
    return _get("dumps")


# The history


def checkpoint() -> Call[Checkpoint]:
    """The current signed head of the history."""
    return _get("history/checkpoint")


def leaves(start: int = 0) -> Call[Page[Leaf]]:
    """The leaves of the history in order, starting at `start`."""
    return _get("history/leaves", **{"from": start})


def consistency(old: int, new: int) -> Call[Consistency]:
    """The proof that the history of size `new` begins with that of size `old`."""
    return _get("history/consistency", old=old, new=new)


def inclusion(leaf: int, size: int) -> Call[Inclusion]:
    """The proof that a leaf is in the history of this size."""
    return _get("history/inclusion", leaf=leaf, size=size)


# Long answers, which arrive in pieces


def logs_ndjson(competition: str) -> Call[bytes]:
    """Every log that the caller may see, one on each line, as `python -m games replay` reads them."""
    return _get(f"competitions/{competition}/logs.ndjson")


def standings_csv(competition: str, *, round: int | None = None) -> Call[bytes]:
    """The standings over all rounds or one, as CSV."""
    return _get(f"competitions/{competition}/standings.csv", round=round)


def export_me() -> Call[bytes]:
    """Everything that the service stores about the player, as one JSON value."""
    return _get("me/export")


def _act(competition: str, act: str, reason: str) -> Call[Competition]:
    return _post(f"competitions/{competition}/{act}", {"reason": reason})
