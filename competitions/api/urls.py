"""Paths of the REST API."""

from django.urls import path, re_path, register_converter

from ..http.paths import NOTHING, PublicId, RoundNumber, Who
from .views import (
    acts,
    attempts,
    challenges,
    circles,
    competitions,
    dailies,
    duels,
    entries,
    events,
    games,
    hooks,
    logs,
    organisers,
    players,
    ratings,
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
register_converter(Who, "who")

COMPETITION = "competitions/<public_id:competition_id>"
ENTRY = f"{COMPETITION}/entries/<public_id:entry_id>"
CIRCLE = "circles/<public_id:circle_id>"
HOOK = f"{COMPETITION}/webhooks/<public_id:hook_id>"

urlpatterns = [
    # First, because it is asked for the most, and Django tries one after the other.
    path(f"{COMPETITION}/rounds/<round_number:number>/logs", logs.LogsView.as_view()),
    path("schema", schema.SchemaView.as_view()),
    path("asyncapi", schema.AsyncAPIView.as_view()),
    path("guests", players.GuestsView.as_view()),
    path("me", players.MeView.as_view()),
    path("games", games.GamesView.as_view()),
    path("games/<slug:slug>", games.GameView.as_view()),
    path("games/<slug:slug>/lessons", games.LessonsView.as_view()),
    path("daily", dailies.DailyView.as_view()),
    path("circles", circles.CirclesView.as_view()),
    path(CIRCLE, circles.CircleView.as_view(), name="get_circle"),
    path(f"{CIRCLE}/invite", circles.CircleInviteView.as_view()),
    path(f"{CIRCLE}/members", circles.MembersView.as_view()),
    path(f"{CIRCLE}/members/<public_id:player_id>", circles.MemberView.as_view()),
    path(f"{CIRCLE}/board", circles.BoardView.as_view()),
    path("leaderboards/<slug:slug>", ratings.LeaderboardView.as_view()),
    path("players/<who:who>/ratings/<slug:slug>", ratings.RatingHistoryView.as_view()),
    path("challenges", challenges.ChallengesView.as_view()),
    path("duels", duels.DuelsView.as_view()),
    path("competitions", competitions.CompetitionsView.as_view()),
    path(COMPETITION, competitions.CompetitionView.as_view(), name="get_competition"),
    path(f"{COMPETITION}/settings", settings.SettingsView.as_view()),
    path(f"{COMPETITION}/entries", entries.EntriesView.as_view()),
    path(f"{COMPETITION}/standings", standings.StandingsView.as_view()),
    path(f"{COMPETITION}/standings.csv", standings.AllStandingsView.as_view()),
    path(f"{COMPETITION}/events", events.EventsView.as_view()),
    path(f"{COMPETITION}/stream", streams.StreamView.as_view()),
    path(f"{COMPETITION}/rounds/<round_number:number>/attempts", attempts.AttemptsView.as_view()),
    path(f"{COMPETITION}/rounds/<round_number:number>/done", attempts.DoneView.as_view()),
    path(f"{COMPETITION}/logs.ndjson", logs.AllLogsView.as_view()),
    path(f"{COMPETITION}/publish", acts.PublishView.as_view()),
    path(f"{COMPETITION}/close", acts.CloseView.as_view()),
    path(f"{COMPETITION}/cancel", acts.CancelView.as_view()),
    path(f"{COMPETITION}/certify", acts.CertifyView.as_view()),
    path(f"{COMPETITION}/copy", competitions.CopyView.as_view()),
    path(f"{COMPETITION}/invite", acts.InviteView.as_view()),
    path(f"{COMPETITION}/rematch", duels.RematchView.as_view()),
    path(f"{COMPETITION}/organisers", organisers.OrganisersView.as_view()),
    path(f"{COMPETITION}/organisers/<public_id:player_id>", organisers.OrganiserView.as_view()),
    path(f"{ENTRY}/disqualify", entries.DisqualifyView.as_view()),
    path(f"{ENTRY}/reinstate", entries.ReinstateView.as_view()),
    path(f"{ENTRY}/rename", entries.RenameView.as_view()),
    path(f"{COMPETITION}/webhooks", hooks.HooksView.as_view()),
    path(HOOK, hooks.HookView.as_view()),
    path(f"{HOOK}/ping", hooks.PingView.as_view()),
    path(f"{HOOK}/deliveries", hooks.DeliveriesView.as_view()),
    path(f"{HOOK}/deliveries/<public_id:delivery_id>/resend", hooks.ResendView.as_view()),
    path(f"{COMPETITION}/audit", acts.AuditView.as_view()),
    path("attempts/<public_id:attempt_id>", attempts.AttemptView.as_view(), name="get_attempt"),
    path("attempts/<public_id:attempt_id>/moves", attempts.MovesView.as_view()),
    path("attempts/<public_id:attempt_id>/undo", attempts.TakeBackView.as_view()),
    path("attempts/<public_id:attempt_id>/finish", attempts.FinishView.as_view()),
    path("logs/<public_id:log_id>", logs.LogView.as_view(), name="get_log"),
    path("logs/<public_id:log_id>/replay", replays.ReplayView.as_view()),
    path("logs/<public_id:log_id>/receipt", receipts.ReceiptView.as_view()),
    path("keys", receipts.KeysView.as_view()),
    path("replays", replays.ReplaysView.as_view()),
    path("tokens", tokens.TokensView.as_view()),
    path("tokens/<public_id:token_id>", tokens.TokenView.as_view()),
    path("tickets", tokens.TicketsView.as_view()),
    re_path("", view.NothingView.as_view(), name=NOTHING),
]
