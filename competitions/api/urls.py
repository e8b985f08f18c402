"""Paths of the REST API, as SERVICE section 4 lists them."""

from django.urls import path, re_path, register_converter

from ..http.converters import PublicId, RoundNumber
from ..http.slashes import NOTHING
from . import (
    challenges,
    events,
    exporting,
    hooks,
    me,
    organising,
    playing,
    receipts,
    replaying,
    schema,
    settings,
    spreadsheets,
    streaming,
    tokens,
    views,
)

register_converter(PublicId, "public_id")
register_converter(RoundNumber, "round_number")

COMPETITION = "competitions/<public_id:competition_id>"
ENTRY = f"{COMPETITION}/entries/<public_id:entry_id>"
HOOK = f"{COMPETITION}/webhooks/<public_id:hook_id>"

urlpatterns = [
    # First, because it is asked for the most, and Django tries one after the other.
    path(f"{COMPETITION}/rounds/<round_number:number>/logs", views.Logs.as_view()),
    path("schema", schema.Schema.as_view()),
    path("asyncapi", schema.AsyncAPI.as_view()),
    path("guests", views.Guests.as_view()),
    path("me", me.Me.as_view()),
    path("games", views.Games.as_view()),
    path("games/<slug:slug>", views.OneGame.as_view()),
    path("games/<slug:slug>/lessons", views.Lessons.as_view()),
    path("challenges", challenges.Challenges.as_view()),
    path("competitions", views.Competitions.as_view()),
    path(COMPETITION, organising.OneCompetition.as_view(), name="get_competition"),
    path(f"{COMPETITION}/settings", settings.Settings.as_view()),
    path(f"{COMPETITION}/entries", views.Entries.as_view()),
    path(f"{COMPETITION}/standings", views.Standings.as_view()),
    path(f"{COMPETITION}/standings.csv", spreadsheets.AllStandings.as_view()),
    path(f"{COMPETITION}/events", events.Events.as_view()),
    path(f"{COMPETITION}/stream", streaming.Stream.as_view()),
    path(f"{COMPETITION}/rounds/<round_number:number>/attempts", playing.Attempts.as_view()),
    path(f"{COMPETITION}/rounds/<round_number:number>/done", playing.Done.as_view()),
    path(f"{COMPETITION}/logs.ndjson", exporting.AllLogs.as_view()),
    path(f"{COMPETITION}/publish", organising.Publish.as_view()),
    path(f"{COMPETITION}/close", organising.Close.as_view()),
    path(f"{COMPETITION}/cancel", organising.Cancel.as_view()),
    path(f"{COMPETITION}/certify", organising.Certify.as_view()),
    path(f"{COMPETITION}/copy", organising.Copy.as_view()),
    path(f"{COMPETITION}/invite", organising.Invite.as_view()),
    path(f"{COMPETITION}/organisers", organising.Organisers.as_view()),
    path(f"{COMPETITION}/organisers/<public_id:player_id>", organising.OneOrganiser.as_view()),
    path(f"{ENTRY}/disqualify", organising.Disqualify.as_view()),
    path(f"{ENTRY}/reinstate", organising.Reinstate.as_view()),
    path(f"{ENTRY}/rename", organising.Rename.as_view()),
    path(f"{COMPETITION}/webhooks", hooks.Hooks.as_view()),
    path(HOOK, hooks.OneHook.as_view()),
    path(f"{HOOK}/ping", hooks.Ping.as_view()),
    path(f"{HOOK}/deliveries", hooks.Deliveries.as_view()),
    path(f"{HOOK}/deliveries/<public_id:delivery_id>/resend", hooks.Resend.as_view()),
    path(f"{COMPETITION}/audit", organising.Audit.as_view()),
    path("attempts/<public_id:attempt_id>", playing.OneAttempt.as_view(), name="get_attempt"),
    path("attempts/<public_id:attempt_id>/moves", playing.Moves.as_view()),
    path("attempts/<public_id:attempt_id>/undo", playing.TakeBack.as_view()),
    path("attempts/<public_id:attempt_id>/finish", playing.Finish.as_view()),
    path("attempts/<public_id:attempt_id>/hint", playing.Hint.as_view()),
    path("logs/<public_id:log_id>", playing.OneLog.as_view(), name="get_log"),
    path("logs/<public_id:log_id>/replay", replaying.OneReplay.as_view()),
    path("logs/<public_id:log_id>/receipt", receipts.OneReceipt.as_view()),
    path("keys", receipts.Keys.as_view()),
    path("replays", replaying.Replays.as_view()),
    path("tokens", tokens.Tokens.as_view()),
    path("tokens/<public_id:token_id>", tokens.OneToken.as_view()),
    path("tickets", views.Tickets.as_view()),
    re_path("", views.Nothing.as_view(), name=NOTHING),
]
