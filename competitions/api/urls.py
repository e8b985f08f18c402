"""Paths of the REST API."""

from django.urls import path, re_path, register_converter

from ..http.paths import NOTHING, PublicId, RoundNumber
from .views import (
    acts,
    attempts,
    challenges,
    competitions,
    entries,
    events,
    games,
    hooks,
    logs,
    organisers,
    players,
    receipts,
    replays,
    schema,
    settings,
    standings,
    streams,
    tokens,
    view,
)

register_converter(PublicId, "public_id")
register_converter(RoundNumber, "round_number")

COMPETITION = "competitions/<public_id:competition_id>"
ENTRY = f"{COMPETITION}/entries/<public_id:entry_id>"
HOOK = f"{COMPETITION}/webhooks/<public_id:hook_id>"

urlpatterns = [
    # First, because it is asked for the most, and Django tries one after the other.
    path(f"{COMPETITION}/rounds/<round_number:number>/logs", logs.Logs.as_view()),
    path("schema", schema.Schema.as_view()),
    path("asyncapi", schema.AsyncAPI.as_view()),
    path("guests", players.Guests.as_view()),
    path("me", players.Me.as_view()),
    path("games", games.Games.as_view()),
    path("games/<slug:slug>", games.OneGame.as_view()),
    path("games/<slug:slug>/lessons", games.Lessons.as_view()),
    path("challenges", challenges.Challenges.as_view()),
    path("competitions", competitions.Competitions.as_view()),
    path(COMPETITION, competitions.OneCompetition.as_view(), name="get_competition"),
    path(f"{COMPETITION}/settings", settings.Settings.as_view()),
    path(f"{COMPETITION}/entries", entries.Entries.as_view()),
    path(f"{COMPETITION}/standings", standings.Standings.as_view()),
    path(f"{COMPETITION}/standings.csv", standings.AllStandings.as_view()),
    path(f"{COMPETITION}/events", events.Events.as_view()),
    path(f"{COMPETITION}/stream", streams.Stream.as_view()),
    path(f"{COMPETITION}/rounds/<round_number:number>/attempts", attempts.Attempts.as_view()),
    path(f"{COMPETITION}/rounds/<round_number:number>/done", attempts.Done.as_view()),
    path(f"{COMPETITION}/logs.ndjson", logs.AllLogs.as_view()),
    path(f"{COMPETITION}/publish", acts.Publish.as_view()),
    path(f"{COMPETITION}/close", acts.Close.as_view()),
    path(f"{COMPETITION}/cancel", acts.Cancel.as_view()),
    path(f"{COMPETITION}/certify", acts.Certify.as_view()),
    path(f"{COMPETITION}/copy", competitions.Copy.as_view()),
    path(f"{COMPETITION}/invite", acts.Invite.as_view()),
    path(f"{COMPETITION}/organisers", organisers.Organisers.as_view()),
    path(f"{COMPETITION}/organisers/<public_id:player_id>", organisers.OneOrganiser.as_view()),
    path(f"{ENTRY}/disqualify", entries.Disqualify.as_view()),
    path(f"{ENTRY}/reinstate", entries.Reinstate.as_view()),
    path(f"{ENTRY}/rename", entries.Rename.as_view()),
    path(f"{COMPETITION}/webhooks", hooks.Hooks.as_view()),
    path(HOOK, hooks.OneHook.as_view()),
    path(f"{HOOK}/ping", hooks.Ping.as_view()),
    path(f"{HOOK}/deliveries", hooks.Deliveries.as_view()),
    path(f"{HOOK}/deliveries/<public_id:delivery_id>/resend", hooks.Resend.as_view()),
    path(f"{COMPETITION}/audit", acts.Audit.as_view()),
    path("attempts/<public_id:attempt_id>", attempts.OneAttempt.as_view(), name="get_attempt"),
    path("attempts/<public_id:attempt_id>/moves", attempts.Moves.as_view()),
    path("attempts/<public_id:attempt_id>/undo", attempts.TakeBack.as_view()),
    path("attempts/<public_id:attempt_id>/finish", attempts.Finish.as_view()),
    path("attempts/<public_id:attempt_id>/hint", attempts.Hint.as_view()),
    path("logs/<public_id:log_id>", logs.OneLog.as_view(), name="get_log"),
    path("logs/<public_id:log_id>/replay", replays.OneReplay.as_view()),
    path("logs/<public_id:log_id>/receipt", receipts.OneReceipt.as_view()),
    path("keys", receipts.Keys.as_view()),
    path("replays", replays.Replays.as_view()),
    path("tokens", tokens.Tokens.as_view()),
    path("tokens/<public_id:token_id>", tokens.OneToken.as_view()),
    path("tickets", tokens.Tickets.as_view()),
    re_path("", view.Nothing.as_view(), name=NOTHING),
]
