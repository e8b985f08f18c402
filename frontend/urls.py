"""The addresses of the pages."""

from django.urls import path, register_converter

from competitions.web.paths import AtName, DayName, MonthName, PublicId, RoundNumber

from .accounts.account_offers import dismiss_offer
from .accounts.urls import PAGES as PAGES_OF_ACCOUNTS
from .analysis.luck_page import luck_page
from .analysis.review_page import result_review
from .analysis.tree_page import tree_page
from .calendars.views import circle_calendar, own_calendar_page
from .challenges.views import beat
from .circles.views import circle_act, circle_page, join_circle_page, own_circles
from .contest.command_line_token import command_line_token
from .contest.views import competition_page
from .contests.own_views import my_contests
from .contests.views import all_contests
from .dailies.views import one_day, one_month, this_month
from .desk.act_views import badge_act, contest_act, player_act
from .desk.badge_views import badge_sheet, badges_page
from .desk.certificates import certificates_page
from .desk.hook_views import hooks_page, remove_page, resend, send_ping
from .desk.views import desk_page, settings_page, trail_page
from .duels.views import new_duel, rematch_of_duel
from .endings.views import ghost_ending, practice_ending, result_ending
from .games.archives import client_as_zip, rules_as_zip, rules_with_kit
from .games.views import all_games, one_game
from .guides.views import all_guides, dumped, one_guide
from .home.views import home
from .join.badge_page import badge_page
from .join.views import join_competition
from .me.change_language import change_language
from .me.other_device import end_one, end_others, go_on, show_code
from .me.views import change_preferences, change_profile, make_key, own_page, revoke_key
from .new_contest.club_views import plan_club_night
from .new_contest.views import new_competition
from .notices.reminder_views import reminders
from .notices.views import mails_of_notices, own_notices, stop_notices
from .offline.views import offline_page, service_worker
from .offline.web_manifest import web_manifest
from .players.views import player_page
from .practice.views import practice
from .ratings.views import all_leaderboards, one_leaderboard, player_ratings
from .reports.views import reply_page, report_page
from .results.entries import entry_game, entry_page
from .results.views import result_page
from .scoreboard.embed import embedded_board
from .scoreboard.result_sheet import result_sheet
from .scoreboard.room import room_page
from .series.views import new_series, series_act, show_series
from .table.ghost_page import ghost_page
from .table.play_now import play_now
from .table.views import deal_round, declare_round_done, round_page
from .verify.views import verify_page

register_converter(PublicId, "competition_id")
register_converter(PublicId, "circle_id")
register_converter(PublicId, "series_id")
register_converter(PublicId, "entry_id")
register_converter(PublicId, "token_id")
register_converter(PublicId, "hook_id")
register_converter(PublicId, "measure_id")
register_converter(PublicId, "reported_id")
register_converter(PublicId, "player_id")
register_converter(AtName, "at_name")
register_converter(PublicId, "badge_id")
register_converter(RoundNumber, "competition_round")
register_converter(MonthName, "month")
register_converter(DayName, "day")

PAGES = [
    path("", home, name="home"),
    path("contests", all_contests, name="contests"),
    path("contests/mine", my_contests, name="my_contests"),
    path("new", new_competition, name="new"),
    path("new/club-night", plan_club_night, name="club_night"),
    path("duels", new_duel, name="duel"),
    path("c/<competition_id:competition_id>", competition_page, name="competition"),
    path("c/<competition_id:competition_id>/join", join_competition, name="join"),
    path("c/<competition_id:competition_id>/rematch", rematch_of_duel, name="rematch"),
    path("c/<competition_id:competition_id>/token", command_line_token, name="token"),
    path(
        "c/<competition_id:competition_id>/rounds/<competition_round:number>",
        round_page,
        name="round",
    ),
    path(
        "c/<competition_id:competition_id>/rounds/<competition_round:number>/deal",
        deal_round,
        name="deal",
    ),
    path(
        "c/<competition_id:competition_id>/rounds/<competition_round:number>/done",
        declare_round_done,
        name="done",
    ),
    path(
        "c/<competition_id:competition_id>/rounds/<competition_round:number>/ghost",
        ghost_page,
        name="ghost",
    ),
    path(
        "c/<competition_id:competition_id>/rounds/<competition_round:number>/tree",
        tree_page,
        name="tree",
    ),
    path(
        "c/<competition_id:competition_id>/rounds/<competition_round:number>/luck",
        luck_page,
        name="luck",
    ),
    path("c/<competition_id:competition_id>/players/<entry_id:entry_id>", entry_page, name="entry"),
    path(
        "c/<competition_id:competition_id>/players/<entry_id:entry_id>/rounds/<competition_round:number>",
        entry_game,
        name="entry_game",
    ),
    path("c/<competition_id:competition_id>/sheet", result_sheet, name="result_sheet"),
    path("c/<competition_id:competition_id>/room", room_page, name="room"),
    path("c/<competition_id:competition_id>/embed", embedded_board, name="embed"),
    path("c/<competition_id:competition_id>/trail", trail_page, name="trail"),
    path("c/<competition_id:competition_id>/desk", desk_page, name="desk"),
    path("c/<competition_id:competition_id>/desk/settings", settings_page, name="settings"),
    path("c/<competition_id:competition_id>/desk/webhooks", hooks_page, name="hooks"),
    path(
        "c/<competition_id:competition_id>/desk/webhooks/<hook_id:hook_id>/remove",
        remove_page,
        name="remove_hook",
    ),
    path("c/<competition_id:competition_id>/desk/badges", badges_page, name="badges"),
    path("c/<competition_id:competition_id>/desk/badges/sheet", badge_sheet, name="badge_sheet"),
    path(
        "c/<competition_id:competition_id>/desk/certificates",
        certificates_page,
        name="certificates",
    ),
    path(
        "c/<competition_id:competition_id>/desk/badges/<badge_id:badge_id>/<slug:act>",
        badge_act,
        name="badge_act",
    ),
    path("c/<competition_id:competition_id>/desk/series", new_series, name="new_series"),
    path("c/<competition_id:competition_id>/desk/<slug:act>", contest_act, name="contest_act"),
    path(
        "c/<competition_id:competition_id>/desk/players/<entry_id:entry_id>/<slug:act>",
        player_act,
        name="player_act",
    ),
    path("badge", badge_page, name="badge"),
    path("circles", own_circles, name="circles"),
    path("circles/<circle_id:circle_id>", circle_page, name="circle"),
    path("circles/<circle_id:circle_id>/join", join_circle_page, name="join_circle"),
    path("circles/<circle_id:circle_id>/<slug:act>", circle_act, name="circle_act"),
    path("series/<series_id:series_id>", show_series, name="series"),
    path("series/<series_id:series_id>/<slug:act>", series_act, name="series_act"),
    path("daily", this_month, name="dailies"),
    path("daily/<month:month>", one_month, name="month"),
    path("daily/<day:day>", one_day, name="day"),
    path("me", own_page, name="me"),
    path("me/profile", change_profile, name="profile"),
    path("me/preferences", change_preferences, name="preferences"),
    path("me/calendar", own_calendar_page, name="my_calendar"),
    path("me/keys", make_key, name="make_key"),
    path("me/keys/<token_id:token_id>/revoke", revoke_key, name="revoke_key"),
    path("me/staff/<measure_id:measure_id>", reply_page, name="reply"),
    path("report/<slug:what>/<reported_id:reported_id>", report_page, name="report"),
    path("me/notices", mails_of_notices, name="mails_of_notices"),
    path("me/offer", dismiss_offer, name="dismiss_offer"),
    path("me/reminders", reminders, name="reminders"),
    path("notices", own_notices, name="notices"),
    path("notices/stop/<slug:word>", stop_notices, name="stop_notices"),
    path("continue", go_on, name="continue"),
    path("continue/code", show_code, name="code"),
    path("continue/devices/<int:browser_id>/end", end_one, name="end_device"),
    path("continue/others/end", end_others, name="end_others"),
    path("play", play_now, name="play_now"),
    path("play/<slug:slug>", play_now, name="play_now"),
    path("games", all_games, name="games"),
    path("games/<slug:slug>", one_game, name="game"),
    path("leaderboards", all_leaderboards, name="leaderboards"),
    path("leaderboards/<slug:slug>", one_leaderboard, name="leaderboard"),
    path("<at_name:who>", player_page, name="player"),
    path("players/<player_id:who>", player_page, name="player"),
    path("<at_name:who>/ratings/<slug:slug>", player_ratings, name="player_ratings"),
    path("players/<player_id:who>/ratings/<slug:slug>", player_ratings, name="player_ratings"),
    path("guides", all_guides, name="guides"),
    path("guides/<slug:slug>", one_guide, name="guide"),
    path("practice/<slug:slug>", practice, name="practice"),
    path("beat/<slug:slug>/<slug:seed>", beat, name="beat"),
    path("results/<slug:log_id>", result_page, name="result"),
    path("verify", verify_page, name="verify"),
    path("offline", offline_page, name="offline"),
    *PAGES_OF_ACCOUNTS,
]

urlpatterns = [
    *PAGES,
    path(
        "c/<competition_id:competition_id>/desk/webhooks/<hook_id:hook_id>/<hook_id:delivery_id>/again",
        resend,
        name="resend",
    ),
    path(
        "c/<competition_id:competition_id>/desk/webhooks/<hook_id:hook_id>/ping",
        send_ping,
        name="ping_hook",
    ),
    path("circles/<circle_id:circle_id>/calendar.ics", circle_calendar, name="circle_calendar"),
    path("language", change_language, name="language"),
    path("sw.js", service_worker, name="service_worker"),
    path("manifest.webmanifest", web_manifest, name="web_manifest"),
    path("results/<slug:log_id>/ending", result_ending, name="ending"),
    path("results/<slug:log_id>/review", result_review, name="result_review"),
    path(
        "c/<competition_id:competition_id>/rounds/<competition_round:number>/ghost/ending",
        ghost_ending,
        name="ghost_ending",
    ),
    path("practice/<slug:slug>/ending", practice_ending, name="practice_ending"),
    path("games.zip", rules_as_zip, name="rules_as_zip"),
    path("rules.zip", rules_with_kit, name="rules_with_kit"),
    path("evendeal.zip", client_as_zip, name="client_as_zip"),
    path("dumps/<slug:month>/<path:name>", dumped, name="dumped"),
]
