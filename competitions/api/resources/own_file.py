"""A player's own file: everything stored about the player, without secrets."""

from allauth.mfa.models import Authenticator
from rest_framework import serializers

from ...models import SCOPES, Entry, Every, Ground, Kind, Measure, Notice, NoticeType, Subject
from ...outbound.notices.notice_words import sentence_of
from ..describe import meaning
from ..fields import Choice, Choices, Date, Flag, Moment, Options, Text, Whole
from .players import MeResource
from .resource import Resource


@meaning("The caller, in their own file.")
class FilePlayerResource(MeResource):
    joined_at = Moment(source="created_at", help_text="Since when there is such a player.")
    signed_in_at = Moment(
        source="last_login", allow_null=True, help_text="When they last signed in; null for never."
    )
    unnamed = Flag(help_text="Whether they have not chosen a name yet.")
    suspended_until = Moment(allow_null=True, help_text="The end of a suspension; null for none.")
    banned_at = Moment(allow_null=True, help_text="When they were banned; null if they are not.")


@meaning("An e-mail address of the caller's.")
class FileAddressResource(Resource):
    address = Text(source="email", help_text="The address.")
    confirmed = Flag(source="verified", help_text="Whether the caller has shown that it is theirs.")


@meaning("A passkey, an app or recovery codes of the caller, never with the secret itself.")
class FileAuthenticatorResource(Resource):
    type = Text(
        help_text="`webauthn` is a passkey, `totp` an app for codes, `recovery_codes` a list of them."
    )
    name = serializers.SerializerMethodField(help_text="What it is called.")
    created_at = Moment(help_text="When it was made.")
    last_used_at = Moment(allow_null=True, help_text="When it was last used; null if never.")

    def get_name(self, authenticator: Authenticator) -> str:
        return str(authenticator)


@meaning("A token of the caller's, without its secret.")
class FileTokenResource(Resource):
    id = Text(source="pk", help_text="Its id.")
    name = Text(help_text="What it is for, in the player's words.")
    scopes = Choices(SCOPES, help_text="What it may be used for.")
    created_at = Moment(help_text="When it was made.")
    used_at = Moment(allow_null=True, help_text="When it was last used, to some minutes; null if never.")
    revoked_at = Moment(allow_null=True, help_text="When it was revoked; null if it was not.")


@meaning("A browser that knows the caller.")
class FileDeviceResource(Resource):
    browser = Text(help_text="The browser and its system, as far as it tells them.")
    begun_at = Moment(help_text="Since when it knows them.")
    used_at = Moment(help_text="When it was last used, to some minutes.")


@meaning("The day of a daily, and its number, by which streaks are counted.")
class FileDailyResource(Resource):
    date = Date(help_text="The day, by UTC.")
    number = Whole(help_text="The number among the dailies of its game, from 1 on.")


@meaning("An entry of the caller's.")
class FileEntryResource(Resource):
    id = Text(source="pk", help_text="Its id.")
    competition = Text(source="competition_id", help_text="The id of the competition.")
    title = Text(source="competition.name", help_text="What the competition is called.")
    kind = Choice(Kind.values, source="competition.kind", help_text="Which kind of competition it is.")
    daily = FileDailyResource(
        source="competition.daily", allow_null=True, help_text="Which daily it is; null if it is none."
    )
    name = Text(help_text="What the caller is called in it.")
    own_name = Flag(help_text="Whether that is their own name, with a number if need be.")
    joined_at = Moment(help_text="When they joined.")
    disqualified_at = Moment(allow_null=True, help_text="When they were disqualified; null if they are not.")
    rated = Flag(help_text="Whether the results count for ratings.")
    done = serializers.SerializerMethodField(
        help_text="The numbers of the rounds at which they have declared that they make no more attempts."
    )

    def get_done(self, entry: Entry) -> list[int]:
        return [number + 1 for number in range(entry.done.bit_length()) if entry.done >> number & 1]


@meaning("An attempt of the caller's, with its moves.")
class FileAttemptResource(Resource):
    id = Text(source="attempt.pk", help_text="Its id.")
    entry = Text(source="attempt.entry_id", help_text="The id of the entry.")
    round = Whole(source="attempt.round.number", help_text="The number of the round.")
    game = Text(source="attempt.round.deal.game_slug", help_text="The slug of the game.")
    rules = Options(source="attempt.round.deal.rules", child=Text(), help_text="Every option of the game.")
    seed = Text(required=False, help_text="The seed of the deal, if the caller may see it.")
    number = Whole(source="attempt.number", help_text="1 for the first attempt at the round.")
    state = Text(source="attempt.state", help_text="`running` or `finished`.")
    started_at = Moment(source="attempt.started_at", help_text="When it was started.")
    ended_at = Moment(
        source="attempt.ended_at", allow_null=True, help_text="When the attempt ended; null until then."
    )
    score = Whole(
        source="attempt.score", allow_null=True, help_text="What it counts; null until it has ended."
    )
    won = Flag(source="attempt.won", help_text="Whether the game was won.")
    finished = Flag(source="attempt.finished", help_text="Whether the game came to its end.")
    counts = Flag(source="attempt.counts", help_text="Whether it is the one that counts at the round.")
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
        help_text="When each move was made; left out when the attempt has ended, as the times are then "
        "deleted.",
    )


@meaning("A rejected log of the caller's, cut to its useful part.")
class FileRejectedLogResource(Resource):
    id = Text(source="pk", help_text="Its id.")
    entry = Text(source="entry_id", help_text="The id of the entry.")
    round = Whole(source="round.number", help_text="The number of the round.")
    received_at = Moment(help_text="When it was received.")
    moves = serializers.ListField(child=Text(), help_text="The moves, as far as they are kept.")
    code = Text(help_text="Why the log was rejected: a code that never changes.")
    ply = Whole(allow_null=True, help_text="The number of moves before the first wrong move.")
    error = Text(help_text="Why, in a sentence.")


@meaning("A ghost of the caller's: a closed round that they played again.")
class FileGhostResource(Resource):
    id = Text(source="pk", help_text="Its id.")
    competition = Text(source="round.competition_id", help_text="The id of the competition.")
    round = Whole(source="round.number", help_text="The number of the round.")
    started_at = Moment(help_text="When it was started.")
    deadline = Moment(
        source="times_out_at",
        allow_null=True,
        help_text="When its time limit is over; null without one.",
    )
    ended_at = Moment(allow_null=True, help_text="When it ended; null while it goes on.")
    score = Whole(allow_null=True, help_text="The score; null until it has ended.")
    won = Flag(help_text="Whether the game was won.")
    finished = Flag(help_text="Whether the game came to its end.")
    elapsed_ms = Whole(help_text="Milliseconds from the first view to the last move so far.")
    takebacks = Whole(help_text="How often moves were taken back.")
    moves = serializers.ListField(source="move_list", child=Text(), help_text="The moves, in their order.")


@meaning("A closed round whose deal the caller has seen: it is not dealt to them as new.")
class FileSeenDealResource(Resource):
    competition = Text(source="round.competition_id", help_text="The id of the competition.")
    round = Whole(source="round.number", help_text="The number of the round.")


@meaning("What the caller is rated at one game.")
class FileRatingResource(Resource):
    game = Text(source="game_slug", help_text="The slug of the game.")
    rating = Whole(help_text="The rating.")
    deviation = Whole(help_text="How far it may be off.")
    rounds = Whole(help_text="From how many rounds the rating comes.")
    rated_at = Moment(help_text="When the competition of the last of them was certified.")


@meaning("What one round did to a rating of the caller's.")
class FileRatingChangeResource(Resource):
    competition = Text(source="rated_round.round.competition_id", help_text="The id of the competition.")
    round = Whole(source="rated_round.round.number", help_text="The number of the round.")
    game = Text(source="game_slug", help_text="The slug of the game.")
    at = Moment(source="certified_at", help_text="When the competition was certified.")
    rank = Whole(help_text="The place among those whose results count for ratings.")
    field = Whole(help_text="How many these were.")
    rating = Whole(help_text="The rating after the round.")
    deviation = Whole(help_text="How far it might be off then.")
    change = Whole(help_text="By how much the rating changed.")
    rounds = Whole(help_text="How many rounds were rated by then, with this one.")


@meaning("A circle that the caller is in.")
class FileCircleResource(Resource):
    id = Text(source="circle_id", help_text="Its id.")
    title = Text(source="circle.name", help_text="What the circle is called.")
    name = Text(help_text="What the caller is called in it.")
    joined_at = Moment(help_text="When they became a member.")
    owns = Flag(help_text="Whether the circle is theirs.")


@meaning("A webhook of a competition, without its secret.")
class FileHookResource(Resource):
    url = Text(help_text="Where it posts to.")
    created_at = Moment(help_text="When it was made.")


@meaning("A competition that the caller made.")
class FileContestResource(Resource):
    id = Text(source="pk", help_text="Its id; its settings are at `GET competitions/{id}/settings`.")
    title = Text(source="name", help_text="What it is called.")
    about = Text(help_text="What the organiser says of it.")
    kind = Choice(Kind.values, help_text="Which kind of competition it is.")
    created_at = Moment(help_text="When it was made.")
    webhooks = FileHookResource(source="hooks_in_order", many=True, help_text="Its webhooks.")


@meaning("A competition that somebody shares with the caller.")
class FileSharedContestResource(Resource):
    id = Text(source="competition_id", help_text="Its id.")
    title = Text(source="competition.name", help_text="What it is called.")
    since = Moment(help_text="Since when the caller organises it, too.")
    webhooks = FileHookResource(
        source="competition.hooks_in_order", many=True, help_text="The webhooks that the caller added."
    )


@meaning("A series of the caller's.")
class FileSeriesResource(Resource):
    id = Text(source="pk", help_text="Its id.")
    title = Text(source="name", help_text="What it is called.")
    every = Choice(Every.values, help_text="How often it has a contest.")
    weekday = Whole(
        allow_null=True, help_text="The weekday, from 1 for Monday to 7 for Sunday, if it has one."
    )
    zone = Text(help_text="The time zone of its dates.")
    until = Date(allow_null=True, help_text="The last day that may have a contest; null for no end.")
    best = Whole(allow_null=True, help_text="How many contests of a player count; null for all.")
    created_at = Moment(help_text="When it was made.")
    ended_at = Moment(allow_null=True, help_text="When it was ended; null before that.")


@meaning("A duel that somebody made for the caller.")
class FileDuelResource(Resource):
    id = Text(source="pk", help_text="Its id.")
    title = Text(source="name", help_text="What it is called.")
    created_at = Moment(help_text="When it was made.")


@meaning("An act of the caller's, or one about them.")
class FileActResource(Resource):
    competition = Text(source="competition_id", allow_null=True, help_text="The id of the competition.")
    act = Text(help_text="What was done.")
    own = Flag(help_text="Whether the caller did it; if not, it was done to them.")
    reason = Text(help_text="Why, in the words of whoever did it; may be empty.")
    at = Moment(help_text="When.")


@meaning("A report of the caller's to the staff of the site.")
class FileReportResource(Resource):
    subject = Choice(Subject.values, help_text="What was reported.")
    said = Text(help_text="The name or the text as it was then; empty for a result.")
    ground = Choice(Ground.values, help_text="Why.")
    text = Text(help_text="What else the caller said; may be empty.")
    at = Moment(help_text="When.")
    settled_at = Moment(allow_null=True, help_text="When the staff were done with it; null until then.")


@meaning("What the caller answered to a measure.")
class FileReplyResource(Resource):
    text = Text(help_text="The answer.")
    at = Moment(help_text="When.")


@meaning("What the staff of the site did about the caller.")
class FileMeasureResource(Resource):
    kind = Choice(Measure.Kind.values, help_text="What they did.")
    competition = Text(
        source="competition_id", allow_null=True, help_text="Whose `about` was hidden, if any was."
    )
    before = Text(help_text="The name or text that was hidden or replaced, if any.")
    reason = Text(help_text="Why.")
    until = Moment(allow_null=True, help_text="The end of a suspension.")
    at = Moment(help_text="When.")
    reply = FileReplyResource(
        source="answer", allow_null=True, help_text="What the caller answered; null for nothing."
    )


@meaning("A notice to the caller.")
class FileNoticeResource(Resource):
    id = Text(source="pk", help_text="Its id.")
    type = Choice(NoticeType.choices, help_text="What it tells.")
    competition = Text(
        source="competition_id", allow_null=True, help_text="The competition that the notice is about."
    )
    text = serializers.SerializerMethodField(help_text="What it tells, in a sentence.")
    at = Moment(help_text="When they were told.")
    read = Flag(help_text="Whether they have read it.")
    mail_at = Moment(allow_null=True, help_text="When it is to be mailed; null if it is not, or was.")

    def get_text(self, notice: Notice) -> str:
        return str(sentence_of(notice))


@meaning("The caller's wish to have notices by e-mail.")
class FileNoticeMailsResource(Resource):
    site = Text(help_text="Where the links of these mails lead.")


@meaning("A browser in which the caller is reminded, without its keys.")
class FileReminderResource(Resource):
    endpoint = Text(help_text="The address at the browser's push service, to which reminders are sent.")
    zone = Text(help_text="The time zone of the browser.")
    asked_at = Moment(help_text="When the caller asked for it.")
    reminded_on = Date(help_text="The day of the last reminder, or on which they asked.")


@meaning(
    "A mail to the caller, as long as the job that sends it is kept: some hours. Without its text, which may "
    "have a code."
)
class FileMailResource(Resource):
    to = Text(help_text="The address that it goes to.")
    asked_at = Moment(source="job.enqueued_at", help_text="When it was to be sent, or to be tried again.")
    waits = Flag(help_text="Whether it is still to be sent.")


@meaning("Everything that is kept about the caller, without secrets. Other parts may follow.")
class FileResource(Resource):
    player = FilePlayerResource(help_text="Who they are.")
    addresses = FileAddressResource(many=True, help_text="Their e-mail addresses.")
    authenticators = FileAuthenticatorResource(many=True, help_text="Their passkeys and second factors.")
    tokens = FileTokenResource(many=True, help_text="Their tokens, revoked ones too.")
    devices = FileDeviceResource(many=True, help_text="The browsers that know them now.")
    entries = FileEntryResource(many=True, help_text="The competitions that they have joined.")
    attempts = FileAttemptResource(many=True, help_text="Their attempts, with the moves.")
    rejected_logs = FileRejectedLogResource(many=True, help_text="Their logs that were rejected.")
    ghosts = FileGhostResource(many=True, help_text="The rounds that they played again, for themselves.")
    seen_deals = FileSeenDealResource(
        many=True, help_text="The closed rounds whose deals they have seen without playing them there."
    )
    ratings = FileRatingResource(many=True, help_text="What they are rated.")
    rating_changes = FileRatingChangeResource(many=True, help_text="What each round did to that.")
    circles = FileCircleResource(many=True, help_text="The circles that they are in.")
    notices = FileNoticeResource(many=True, help_text="What they were told.")
    notice_mails = FileNoticeMailsResource(many=True, help_text="Whether they have that mailed.")
    reminders = FileReminderResource(many=True, help_text="The browsers in which they are reminded.")
    mails = FileMailResource(many=True, help_text="The mails on their way to them, and those of late.")
    contests = FileContestResource(many=True, help_text="The competitions that they made.")
    shared_contests = FileSharedContestResource(
        many=True, help_text="The competitions that others made, and they organise, too."
    )
    series = FileSeriesResource(many=True, help_text="The series that they made.")
    duels = FileDuelResource(many=True, help_text="The duels that others made for them.")
    acts = FileActResource(many=True, help_text="What they did as organisers, or organisers to them.")
    reports = FileReportResource(many=True, help_text="What they reported to the staff.")
    measures = FileMeasureResource(many=True, help_text="What the staff did about them, and their answers.")
