"""A player's own file: everything stored about the player, without secrets."""

from allauth.mfa.models import Authenticator
from rest_framework import serializers

from ...models import SCOPES, Entry, Every, Ground, Kind, Measure, Notice, NoticeType, Subject
from ...outbound.notices.notice_words import sentence_of
from ..describe import meaning
from ..fields import Choice, Choices, Date, Flag, Moment, Options, Text, Whole
from .players import MeResource
from .resource import Resource


@meaning("The caller's player.")
class FilePlayerResource(MeResource):
    joined_at = Moment(source="created_at", help_text="When the caller registered.")
    signed_in_at = Moment(
        source="last_login", allow_null=True, help_text="When the caller last signed in; null if never."
    )
    unnamed = Flag(help_text="Whether the caller has not chosen a name yet.")
    suspended_until = Moment(allow_null=True, help_text="The end of a suspension; null for none.")
    banned_at = Moment(allow_null=True, help_text="When the caller was banned; null if they are not banned.")


@meaning("An e-mail address of the caller.")
class FileAddressResource(Resource):
    address = Text(source="email", help_text="The address.")
    confirmed = Flag(source="verified", help_text="Whether the caller has confirmed the address.")


@meaning("A passkey, an app or recovery codes of the caller, never with the secret itself.")
class FileAuthenticatorResource(Resource):
    type = Text(
        help_text="`webauthn`: a passkey. `totp`: an app that makes codes. `recovery_codes`: a list of "
        "recovery codes."
    )
    name = serializers.SerializerMethodField(help_text="The name.")
    created_at = Moment(help_text="When the passkey, app or list was added.")
    last_used_at = Moment(allow_null=True, help_text="When it was last used; null if never.")

    def get_name(self, authenticator: Authenticator) -> str:
        return str(authenticator)


@meaning("A token of the caller, without its secret.")
class FileTokenResource(Resource):
    id = Text(source="pk", help_text="The id of the token.")
    name = Text(help_text="What the token is for, in the player's words.")
    scopes = Choices(SCOPES, help_text="What the token may be used for.")
    created_at = Moment(help_text="When the token was made.")
    used_at = Moment(
        allow_null=True, help_text="When the token was last used, accurate to some minutes; null if never."
    )
    revoked_at = Moment(allow_null=True, help_text="When the token was revoked; null if it was not.")


@meaning("A browser in which the caller is signed in.")
class FileDeviceResource(Resource):
    browser = Text(help_text="The browser and its operating system, as far as the browser names them.")
    begun_at = Moment(help_text="When the session in this browser began.")
    used_at = Moment(help_text="When the browser was last used, accurate to some minutes.")


@meaning("The day of a daily, and its number. Streaks are counted by the numbers.")
class FileDailyResource(Resource):
    date = Date(help_text="The day, by UTC.")
    number = Whole(help_text="The number among the dailies of its game, from 1 on.")


@meaning("An entry of the caller.")
class FileEntryResource(Resource):
    id = Text(source="pk", help_text="The id of the entry.")
    competition = Text(source="competition_id", help_text="The id of the competition.")
    title = Text(source="competition.name", help_text="The name of the competition.")
    kind = Choice(Kind.values, source="competition.kind", help_text="The kind of the competition.")
    daily = FileDailyResource(
        source="competition.daily",
        allow_null=True,
        help_text="The day and number of the daily; null if the competition is not a daily.",
    )
    name = Text(help_text="The caller's name in the competition.")
    own_name = Flag(
        help_text="Whether this is the caller's own name, with a number if another entry's "
        "name looks like it."
    )
    joined_at = Moment(help_text="When the caller joined.")
    disqualified_at = Moment(
        allow_null=True, help_text="When the entry was disqualified; null if it is not disqualified."
    )
    rated = Flag(help_text="Whether the results of this entry count for ratings.")
    done = serializers.SerializerMethodField(
        help_text="The numbers of the rounds that the caller has declared done."
    )

    def get_done(self, entry: Entry) -> list[int]:
        return [number + 1 for number in range(entry.done.bit_length()) if entry.done >> number & 1]


@meaning("An attempt of the caller, with its moves.")
class FileAttemptResource(Resource):
    id = Text(source="attempt.pk", help_text="The id of the attempt.")
    entry = Text(source="attempt.entry_id", help_text="The id of the entry.")
    round = Whole(source="attempt.round.number", help_text="The number of the round.")
    game = Text(source="attempt.round.deal.game_slug", help_text="The slug of the game.")
    rules = Options(source="attempt.round.deal.rules", child=Text(), help_text="Every option of the game.")
    seed = Text(required=False, help_text="The seed of the deal, if the caller may see it.")
    number = Whole(source="attempt.number", help_text="1 for the first attempt at the round.")
    state = Text(source="attempt.state", help_text="`running` or `finished`.")
    started_at = Moment(source="attempt.started_at", help_text="When the attempt was started.")
    ended_at = Moment(
        source="attempt.ended_at", allow_null=True, help_text="When the attempt ended; null until then."
    )
    score = Whole(
        source="attempt.score", allow_null=True, help_text="The score; null until the attempt has ended."
    )
    won = Flag(source="attempt.won", help_text="Whether the game was won.")
    finished = Flag(source="attempt.finished", help_text="Whether the game came to its end.")
    counts = Flag(source="attempt.counts", help_text="Whether the attempt counts in its round.")
    set_aside = Flag(
        source="attempt.set_aside", help_text="Whether an organiser decided that the game counts for nothing."
    )
    elapsed_ms = Whole(
        source="attempt.elapsed_ms",
        allow_null=True,
        help_text="Milliseconds from the first view to the last move; null for a log that was sent whole.",
    )
    takebacks = Whole(source="attempt.takebacks", help_text="How often moves were taken back.")
    moves = serializers.ListField(child=Text(), help_text="The moves, in their order.")
    made_at = serializers.ListField(
        child=Moment(),
        required=False,
        help_text="When each move was made. Left out once the attempt has ended, because these times are "
        "then deleted.",
    )


@meaning("A rejected log of the caller. Only its moves up to the first wrong one are kept.")
class FileRejectedLogResource(Resource):
    id = Text(source="pk", help_text="The id of the log.")
    entry = Text(source="entry_id", help_text="The id of the entry.")
    round = Whole(source="round.number", help_text="The number of the round.")
    received_at = Moment(help_text="When the log was received.")
    moves = serializers.ListField(child=Text(), help_text="The moves that are kept.")
    code = Text(help_text="Why the log was rejected: a code that never changes.")
    ply = Whole(allow_null=True, help_text="The number of moves before the first wrong move.")
    error = Text(help_text="Why the log was rejected, in a sentence.")


@meaning("A ghost of the caller: a closed round that they played again.")
class FileGhostResource(Resource):
    id = Text(source="pk", help_text="The id of the ghost.")
    competition = Text(source="round.competition_id", help_text="The id of the competition.")
    round = Whole(source="round.number", help_text="The number of the round.")
    started_at = Moment(help_text="When the ghost was started.")
    deadline = Moment(
        source="times_out_at",
        allow_null=True,
        help_text="When the time limit of the ghost is over; null without a limit.",
    )
    ended_at = Moment(allow_null=True, help_text="When the ghost ended; null while it runs.")
    score = Whole(allow_null=True, help_text="The score; null until the ghost has ended.")
    won = Flag(help_text="Whether the game was won.")
    finished = Flag(help_text="Whether the game came to its end.")
    elapsed_ms = Whole(help_text="Milliseconds from the first view to the last move so far.")
    takebacks = Whole(help_text="How often moves were taken back.")
    moves = serializers.ListField(source="move_list", child=Text(), help_text="The moves, in their order.")


@meaning("A closed round whose deal the caller has seen. It is not dealt to the caller as new.")
class FileSeenDealResource(Resource):
    competition = Text(source="round.competition_id", help_text="The id of the competition.")
    round = Whole(source="round.number", help_text="The number of the round.")


@meaning("The caller's rating at one game.")
class FileRatingResource(Resource):
    game = Text(source="game_slug", help_text="The slug of the game.")
    rating = Whole(help_text="The rating.")
    deviation = Whole(help_text="How uncertain the rating is, in rating points.")
    rounds = Whole(help_text="From how many rounds the rating comes.")
    rated_at = Moment(help_text="When the competition of the newest of these rounds was certified.")


@meaning("The change of the caller's rating by one round.")
class FileRatingChangeResource(Resource):
    competition = Text(source="rated_round.round.competition_id", help_text="The id of the competition.")
    round = Whole(source="rated_round.round.number", help_text="The number of the round.")
    game = Text(source="game_slug", help_text="The slug of the game.")
    at = Moment(source="certified_at", help_text="When the competition was certified.")
    rank = Whole(help_text="The place among the players whose results count for ratings.")
    field = Whole(help_text="How many players' results count for ratings.")
    rating = Whole(help_text="The rating after the round.")
    deviation = Whole(help_text="How uncertain the rating was after the round.")
    change = Whole(help_text="By how much the rating changed.")
    rounds = Whole(help_text="How many rounds of the caller were rated by then, including this one.")


@meaning("A circle that the caller is in.")
class FileCircleResource(Resource):
    id = Text(source="circle_id", help_text="The id of the circle.")
    title = Text(source="circle.name", help_text="The name of the circle.")
    name = Text(help_text="The caller's name in the circle.")
    joined_at = Moment(help_text="When the caller became a member.")
    owns = Flag(help_text="Whether the caller owns the circle.")


@meaning("A webhook of a competition, without its secret.")
class FileHookResource(Resource):
    url = Text(help_text="The address to which events are posted.")
    created_at = Moment(help_text="When the webhook was made.")


@meaning("A competition that the caller made.")
class FileContestResource(Resource):
    id = Text(
        source="pk",
        help_text="The id of the competition. Its settings are at `GET competitions/{id}/settings`.",
    )
    title = Text(source="name", help_text="The name.")
    about = Text(help_text="The organiser's text about the competition.")
    kind = Choice(Kind.values, help_text="The kind of the competition.")
    created_at = Moment(help_text="When the competition was made.")
    webhooks = FileHookResource(
        source="hooks_in_order", many=True, help_text="The webhooks of the competition."
    )


@meaning("A competition that somebody shares with the caller.")
class FileSharedContestResource(Resource):
    id = Text(source="competition_id", help_text="The id of the competition.")
    title = Text(source="competition.name", help_text="The name.")
    since = Moment(help_text="When the caller became an organiser.")
    webhooks = FileHookResource(
        source="competition.hooks_in_order", many=True, help_text="The webhooks that the caller added."
    )


@meaning("A series that the caller owns.")
class FileSeriesResource(Resource):
    id = Text(source="pk", help_text="The id of the series.")
    title = Text(source="name", help_text="The name.")
    every = Choice(Every.values, help_text="How often the series has a contest.")
    weekday = Whole(
        allow_null=True,
        help_text="The weekday, from 1 for Monday to 7 for Sunday; null if the contests "
        "are on a day of the month.",
    )
    zone = Text(help_text="The time zone of the dates of the series.")
    until = Date(allow_null=True, help_text="The last day that may have a contest; null for no end.")
    best = Whole(allow_null=True, help_text="How many contests of a player count; null for all.")
    created_at = Moment(help_text="When the series was made.")
    ended_at = Moment(allow_null=True, help_text="When the series was ended; null before that.")


@meaning("A duel that somebody made for the caller.")
class FileDuelResource(Resource):
    id = Text(source="pk", help_text="The id of the duel.")
    title = Text(source="name", help_text="The name.")
    created_at = Moment(help_text="When the duel was made.")


@meaning("An act of the caller, or about the caller.")
class FileActResource(Resource):
    competition = Text(source="competition_id", allow_null=True, help_text="The id of the competition.")
    act = Text(help_text="What was done.")
    own = Flag(help_text="Whether the caller acted. If not, somebody else's act concerned the caller.")
    reason = Text(help_text="The reason that the person who acted gave; may be empty.")
    at = Moment(help_text="When the act was done.")


@meaning("A report from the caller to the staff of the site.")
class FileReportResource(Resource):
    subject = Choice(Subject.values, help_text="What was reported.")
    said = Text(help_text="The reported name or text at the time of the report; empty for a result.")
    ground = Choice(Ground.values, help_text="The reason.")
    text = Text(help_text="What else the caller wrote; may be empty.")
    at = Moment(help_text="When the caller sent the report.")
    settled_at = Moment(allow_null=True, help_text="When the staff settled the report; null until then.")


@meaning("The caller's answer to a measure.")
class FileReplyResource(Resource):
    text = Text(help_text="The answer.")
    at = Moment(help_text="When the caller sent the answer.")


@meaning("A measure of the staff of the site about the caller.")
class FileMeasureResource(Resource):
    kind = Choice(Measure.Kind.values, help_text="The kind of the measure.")
    competition = Text(
        source="competition_id",
        allow_null=True,
        help_text="The id of the competition whose `about` was hidden; null for other measures.",
    )
    before = Text(help_text="The name or text that was hidden or replaced; empty for other measures.")
    reason = Text(help_text="The reason.")
    until = Moment(allow_null=True, help_text="The end of a suspension; null for other measures.")
    at = Moment(help_text="When the measure was taken.")
    reply = FileReplyResource(
        source="answer", allow_null=True, help_text="The caller's answer; null without one."
    )


@meaning("A notice to the caller.")
class FileNoticeResource(Resource):
    id = Text(source="pk", help_text="The id of the notice.")
    type = Choice(NoticeType.choices, help_text="The type of the notice.")
    competition = Text(
        source="competition_id", allow_null=True, help_text="The competition that the notice is about."
    )
    text = serializers.SerializerMethodField(help_text="The notice as a sentence.")
    at = Moment(help_text="When the notice was written.")
    read = Flag(help_text="Whether the caller has read the notice.")
    mail_at = Moment(
        allow_null=True,
        help_text="When the notice is to be mailed; null if it is not to be mailed, or was mailed already.",
    )

    def get_text(self, notice: Notice) -> str:
        return str(sentence_of(notice))


@meaning("The caller's request to get notices by e-mail.")
class FileNoticeMailsResource(Resource):
    site = Text(help_text="The address of the site to which the links in these mails lead.")


@meaning("A browser in which the caller gets reminders, without its keys.")
class FileReminderResource(Resource):
    endpoint = Text(help_text="The address at the browser's push service, to which reminders are sent.")
    zone = Text(help_text="The time zone of the browser.")
    asked_at = Moment(help_text="When the caller asked for reminders.")
    reminded_on = Date(
        help_text="The day of the last reminder; until the first one, the day on which the caller asked."
    )


@meaning(
    "A mail to the caller. It is listed as long as the job that sends it is stored: some hours. Its text "
    "is left out, because it may have a code."
)
class FileMailResource(Resource):
    to = Text(help_text="The address to which the mail is sent.")
    asked_at = Moment(
        source="job.enqueued_at", help_text="When the mail was queued for its first or its present try."
    )
    waits = Flag(help_text="Whether the mail is still to be sent.")


@meaning("Everything that is stored about the caller, without secrets. Later versions may add parts.")
class FileResource(Resource):
    player = FilePlayerResource(help_text="The caller's player.")
    addresses = FileAddressResource(many=True, help_text="The e-mail addresses.")
    authenticators = FileAuthenticatorResource(many=True, help_text="The passkeys and second factors.")
    tokens = FileTokenResource(many=True, help_text="The tokens, including revoked ones.")
    devices = FileDeviceResource(many=True, help_text="The browsers in which the caller is signed in now.")
    entries = FileEntryResource(many=True, help_text="The competitions that the caller has joined.")
    attempts = FileAttemptResource(many=True, help_text="The attempts, with their moves.")
    rejected_logs = FileRejectedLogResource(many=True, help_text="The rejected logs.")
    ghosts = FileGhostResource(many=True, help_text="The closed rounds that the caller played again.")
    seen_deals = FileSeenDealResource(
        many=True, help_text="The closed rounds whose deals the caller has seen without playing them there."
    )
    ratings = FileRatingResource(many=True, help_text="The ratings.")
    rating_changes = FileRatingChangeResource(
        many=True, help_text="The change of a rating by each rated round."
    )
    circles = FileCircleResource(many=True, help_text="The circles that the caller is in.")
    notices = FileNoticeResource(many=True, help_text="The notices.")
    notice_mails = FileNoticeMailsResource(
        many=True, help_text="The request to get notices by e-mail, if there is one."
    )
    reminders = FileReminderResource(many=True, help_text="The browsers in which the caller gets reminders.")
    mails = FileMailResource(
        many=True, help_text="The mails that are still to be sent, and those of the last hours."
    )
    contests = FileContestResource(many=True, help_text="The competitions that the caller made.")
    shared_contests = FileSharedContestResource(
        many=True, help_text="The competitions of others that the caller organises, too."
    )
    series = FileSeriesResource(many=True, help_text="The series that the caller owns.")
    duels = FileDuelResource(many=True, help_text="The duels that others made for the caller.")
    acts = FileActResource(
        many=True,
        help_text="The acts of the caller as an organiser, and the acts of organisers about the caller.",
    )
    reports = FileReportResource(many=True, help_text="The caller's reports to the staff.")
    measures = FileMeasureResource(
        many=True, help_text="The measures of the staff about the caller, and the caller's answers."
    )
