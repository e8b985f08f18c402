"""All tables. A migration is never edited: see `DIGESTS`."""

import competitions.models.deals
import competitions.models.ids
import django.db.models.deletion
import django.db.models.functions.comparison
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("django_tasks_database", "0021_conditional_partial_index_ordering"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Deal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game_slug", models.CharField(max_length=32)),
                ("rules", models.JSONField()),
                ("seed", models.CharField(max_length=64)),
                (
                    "rules_version",
                    models.PositiveSmallIntegerField(default=competitions.models.deals.current_rules),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FollowerState",
            fields=[
                ("name", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("skips", models.BooleanField(default=False)),
                ("enrolled_at", models.DateTimeField(blank=True, null=True)),
                ("job", models.UUIDField(blank=True, null=True)),
                ("run", models.UUIDField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "id",
                    competitions.models.ids.PublicIdField(
                        default=competitions.models.ids.new_id,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("name", models.CharField(max_length=24, unique=True)),
                ("look", models.CharField(max_length=200, unique=True)),
                ("shape", models.CharField(blank=True, max_length=200, null=True, unique=True)),
                ("bot", models.BooleanField(default=False)),
                (
                    "profile",
                    models.CharField(
                        choices=[
                            ("public", "Public: anyone may look you up"),
                            ("private", "Private: others see your name alone"),
                        ],
                        default="public",
                        max_length=7,
                    ),
                ),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("profile__in", ["public", "private"])),
                        name="player_profile_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Daily",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game_slug", models.CharField(max_length=32)),
                ("date", models.DateField()),
                ("number", models.PositiveIntegerField()),
            ],
            options={
                "verbose_name_plural": "dailies",
                "constraints": [
                    models.UniqueConstraint(fields=("game_slug", "date"), name="daily_once_a_day"),
                    models.UniqueConstraint(fields=("game_slug", "number"), name="daily_numbered_once"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="daily_number_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Competition",
            fields=[
                (
                    "id",
                    competitions.models.ids.PublicIdField(
                        default=competitions.models.ids.new_id,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("contest", "Contest"),
                            ("challenge", "Challenge"),
                            ("daily", "Deal of the day"),
                            ("duel", "Duel"),
                        ],
                        default="contest",
                        max_length=9,
                    ),
                ),
                (
                    "organiser",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="organised",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "daily",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="competitions.daily",
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("about", models.TextField(blank=True, max_length=2000)),
                (
                    "access",
                    models.CharField(
                        choices=[
                            ("public", "Public: listed, anyone may join"),
                            ("unlisted", "Unlisted: anyone with the link may join"),
                            ("invite", "Invite only: the link and a code"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "play",
                    models.CharField(
                        choices=[
                            ("sealed", "Sealed: the server deals card by card"),
                            ("open", "Open: the seed is known to those who joined"),
                        ],
                        max_length=6,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "counts",
                    models.CharField(
                        choices=[("best", "the best attempt"), ("first", "the first attempt")], max_length=5
                    ),
                ),
                (
                    "others",
                    models.CharField(
                        choices=[
                            ("closed", "Once the round is closed for everyone"),
                            ("finished", "Once who watches has finished their own game"),
                        ],
                        default="closed",
                        max_length=8,
                    ),
                ),
                ("time_limit_s", models.PositiveIntegerField(blank=True, null=True)),
                ("opens_at", models.DateTimeField(blank=True, null=True)),
                ("closes_at", models.DateTimeField(blank=True, null=True)),
                (
                    "ranking",
                    models.CharField(
                        choices=[
                            ("total", "the sum of the scores"),
                            ("matchpoints", "how many of the others each player beats"),
                            ("points", "points for the first ten places"),
                        ],
                        default="total",
                        max_length=11,
                    ),
                ),
                ("tie_break", models.CharField(blank=True, max_length=32)),
                (
                    "standings",
                    models.CharField(
                        choices=[
                            ("live", "at once"),
                            ("own", "to each player once they have finished the round"),
                            ("final", "once the round is closed"),
                        ],
                        default="live",
                        max_length=5,
                    ),
                ),
                ("freeze_at", models.DateTimeField(blank=True, null=True)),
                ("max_entries", models.PositiveIntegerField(blank=True, null=True)),
                ("bots", models.BooleanField(default=True)),
                ("invite", models.CharField(blank=True, max_length=16)),
                ("closes_once_played", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("shared", models.BooleanField(default=False)),
                ("cancelled_at", models.DateTimeField(blank=True, null=True)),
                ("certified_at", models.DateTimeField(blank=True, null=True)),
                ("challenge", models.CharField(blank=True, max_length=64, null=True)),
                ("entrants", models.PositiveIntegerField(default=0)),
                ("changes", models.PositiveBigIntegerField(default=0)),
                ("events", models.PositiveBigIntegerField(default=0)),
                ("has_news", models.BooleanField(default=False)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ("-created_at", "-id"),
                "indexes": [
                    models.Index(
                        condition=models.Q(("published_at__isnull", False)),
                        fields=["access", "-created_at", "-id"],
                        name="competition_listed",
                    ),
                    models.Index(
                        condition=models.Q(("published_at__isnull", False)),
                        fields=["access", "opens_at", "id"],
                        name="competition_listed_opening",
                    ),
                    models.Index(
                        condition=models.Q(("published_at__isnull", False)),
                        fields=["access", "closes_at", "id"],
                        name="competition_listed_closing",
                    ),
                    models.Index(
                        condition=models.Q(("closes_at", None), ("published_at__isnull", False)),
                        fields=["access", "-created_at", "-id"],
                        name="competition_listed_endless",
                    ),
                    models.Index(fields=["closes_at"], name="competition_closing"),
                    models.Index(
                        condition=models.Q(("due_at__isnull", False)),
                        fields=["due_at"],
                        name="competition_due",
                    ),
                    models.Index(
                        condition=models.Q(("has_news", True)), fields=["id"], name="competition_with_news"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["contest", "challenge", "daily", "duel"])),
                        name="competition_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ("daily", "duel")), ("organiser__isnull", False), _connector="XOR"
                        ),
                        name="competition_organiser_where_a_player_made_it",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("access__in", ["public", "unlisted", "invite"])),
                        name="competition_access_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("play__in", ["sealed", "open"])), name="competition_play_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("counts__in", ["best", "first"])), name="competition_counts_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("others__in", ["closed", "finished"])),
                        name="competition_others_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ranking__in", ["total", "matchpoints", "points"])),
                        name="competition_ranking_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("standings__in", ["live", "own", "final"])),
                        name="competition_scores_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("freeze_at", None),
                            models.Q(("closes_at__isnull", False), ("freeze_at__lt", models.F("closes_at"))),
                            _connector="OR",
                        ),
                        name="competition_frozen_before_it_closes",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("max_entries", None), ("max_entries__range", (2, 100000)), _connector="OR"
                        ),
                        name="competition_places_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("closes_once_played", False),
                            models.Q(("attempts__isnull", False), ("max_entries__isnull", False)),
                            _connector="OR",
                        ),
                        name="competition_closes_once_all_can_have_played",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("max_entries", None), ("entrants__lte", models.F("max_entries")), _connector="OR"
                        ),
                        name="competition_no_fuller_than_full",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("cancelled_at", None), ("certified_at", None), _connector="OR"),
                        name="competition_cancelled_is_not_certified",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("published_at__isnull", False),
                            models.Q(("certified_at", None), ("entrants", 0)),
                            _connector="OR",
                        ),
                        name="competition_draft_has_no_entrants",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("play", "sealed"), ("others", "closed"), _connector="OR"),
                        name="competition_others_in_sealed_play",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("attempts", None), ("attempts__range", (1, 100)), _connector="OR"
                        ),
                        name="competition_attempts_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("closes_at", None),
                            (
                                "closes_at__gt",
                                django.db.models.functions.comparison.Coalesce(
                                    "opens_at", "published_at", "created_at"
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="competition_closes_after_it_opens",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("play", "open"),
                            models.Q(("attempts", 1), ("attempts__isnull", False)),
                            _connector="OR",
                        ),
                        name="competition_sealed_has_one_attempt",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("time_limit_s", None),
                            models.Q(("play", "sealed"), ("time_limit_s__range", (10, 86400))),
                            _connector="OR",
                        ),
                        name="competition_time_limit_in_sealed_play",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("certified_at", None),
                            models.Q(
                                ("closes_at__isnull", False), ("closes_at__lte", models.F("certified_at"))
                            ),
                            _connector="OR",
                        ),
                        name="competition_certified_once_closed",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("access", "invite"), ("invite", ""), _connector="XOR"),
                        name="competition_invite_code_where_needed",
                    ),
                    models.UniqueConstraint(
                        fields=("organiser", "challenge"), name="competition_challenge_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("daily", None), ("kind", "daily"), _connector="XOR"),
                        name="competition_daily_has_its_day",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("challenge", None),
                            models.Q(("kind", "challenge"), ("play", "open")),
                            _connector="OR",
                        ),
                        name="competition_challenge_is_open_play",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    competitions.models.ids.PublicIdField(
                        default=competitions.models.ids.new_id,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="competitions.competition",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("joined_at", models.DateTimeField()),
                ("changed", models.PositiveBigIntegerField(default=0)),
                ("disqualified_at", models.DateTimeField(blank=True, null=True)),
                ("called", models.CharField(blank=True, max_length=24)),
                ("event", models.PositiveBigIntegerField(blank=True, null=True)),
                ("done", models.PositiveIntegerField(default=0)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["competition", "joined_at", "id"], name="entry_joined"),
                    models.Index(fields=["competition", "changed"], name="entry_changed"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("competition", "player"), name="entry_once_a_player"),
                    models.UniqueConstraint(fields=("competition", "event"), name="entry_numbered_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="FollowerFailure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "follower",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="failures",
                        to="competitions.followerstate",
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="competitions.competition",
                    ),
                ),
                ("event", models.PositiveBigIntegerField()),
                ("error", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ("at", "pk"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("follower", "competition", "event"), name="failure_once_an_event"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="FollowerCursor",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "follower",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cursors",
                        to="competitions.followerstate",
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="competitions.competition",
                    ),
                ),
                ("taken", models.PositiveBigIntegerField()),
                ("until", models.PositiveBigIntegerField()),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("next_try_at", models.DateTimeField(blank=True, null=True)),
                ("error", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("taken__lt", models.F("until"))),
                        fields=["follower"],
                        name="cursor_behind",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("competition", "follower"), name="cursor_once_a_follower"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("taken__lte", models.F("until"))), name="cursor_not_ahead"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Hook",
            fields=[
                (
                    "id",
                    competitions.models.ids.PublicIdField(
                        default=competitions.models.ids.new_id,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hooks",
                        to="competitions.competition",
                    ),
                ),
                ("url", models.CharField(max_length=500)),
                ("receiver", models.CharField(max_length=253)),
                ("events", models.JSONField()),
                ("created_at", models.DateTimeField()),
                ("cursor", models.CharField(blank=True, max_length=100)),
                ("happened", models.PositiveBigIntegerField(default=0)),
                ("looked", models.PositiveBigIntegerField(default=0)),
                ("job", models.UUIDField(blank=True, null=True)),
                ("turn_at", models.DateTimeField(blank=True, null=True)),
                ("slow", models.BooleanField(default=True)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("failing_since", models.DateTimeField(blank=True, null=True)),
                ("next_try_at", models.DateTimeField(blank=True, null=True)),
                ("stopped_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ("created_at", "pk"),
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    competitions.models.ids.PublicIdField(
                        default=competitions.models.ids.new_id,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "hook",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="competitions.hook",
                    ),
                ),
                ("number", models.PositiveBigIntegerField()),
                ("type", models.CharField(max_length=16)),
                ("body", models.TextField()),
                ("at", models.DateTimeField()),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("tried_at", models.DateTimeField(blank=True, null=True)),
                ("accepted_at", models.DateTimeField(blank=True, null=True)),
                ("again", models.BooleanField(default=False)),
                ("status_code", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("answer", models.TextField(blank=True)),
            ],
            options={
                "ordering": ("-number",),
                "indexes": [
                    models.Index(fields=["accepted_at"], name="delivery_accepted"),
                    models.Index(condition=models.Q(("again", True)), fields=["hook"], name="delivery_again"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("hook", "number"), name="delivery_numbered_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("accepted_at", None)),
                        fields=("hook",),
                        name="delivery_one_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("again", False), ("accepted_at__isnull", False), _connector="OR"),
                        name="delivery_again_once_accepted",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="KeptAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "caller",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("path", models.CharField(max_length=200)),
                ("key", models.CharField(max_length=255)),
                ("body_digest", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("body", models.TextField(blank=True)),
                ("reserved_at", models.DateTimeField(db_index=True)),
                ("leased_until", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("caller", "path", "key"), name="kept_answer_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status", None), models.Q(("body", ""), _negated=True), _connector="OR"
                        ),
                        name="kept_answer_has_a_body",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Pass",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("expires_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="PlayerChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("after", models.CharField(blank=True, max_length=16)),
                ("moved_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="Process",
            fields=[
                (
                    "id",
                    competitions.models.ids.PublicIdField(
                        default=competitions.models.ids.new_id,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("name", models.CharField(max_length=300)),
                ("queues", models.JSONField()),
                ("looks", models.JSONField()),
                ("started_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
            ],
            options={
                "ordering": ("started_at", "pk"),
                "indexes": [models.Index(fields=["seen_at"], name="process_seen")],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="competitions.competition",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "deal",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="round",
                        to="competitions.deal",
                    ),
                ),
                ("opens_at", models.DateTimeField(blank=True, null=True)),
                ("closes_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ("number",),
                "indexes": [models.Index(fields=["closes_at"], name="round_closing")],
                "constraints": [
                    models.UniqueConstraint(fields=("competition", "number"), name="round_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("number__range", (1, 30))), name="round_number_in_range"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("opens_at", None),
                            ("closes_at", None),
                            ("closes_at__gt", models.F("opens_at")),
                            _connector="OR",
                        ),
                        name="round_closes_after_it_opens",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Attempt",
            fields=[
                (
                    "id",
                    competitions.models.ids.PublicIdField(
                        default=competitions.models.ids.new_id,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="competitions.entry",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="attempts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="attempts",
                        to="competitions.round",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("started_at", models.DateTimeField()),
                ("times_out_at", models.DateTimeField(blank=True, null=True)),
                ("takebacks", models.PositiveIntegerField(default=0)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("score", models.SmallIntegerField(blank=True, null=True)),
                ("won", models.BooleanField(default=False)),
                ("finished", models.BooleanField(default=False)),
                ("moves_made", models.PositiveSmallIntegerField(default=0)),
                ("elapsed_ms", models.PositiveBigIntegerField(blank=True, null=True)),
                ("counts", models.BooleanField(default=False)),
                ("event", models.PositiveBigIntegerField(blank=True, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "ended_at", "id"], name="attempt_of_player"),
                    models.Index(
                        condition=models.Q(("counts", True)), fields=["round", "score"], name="attempt_place"
                    ),
                    models.Index(
                        condition=models.Q(("ended_at", None)),
                        fields=["times_out_at"],
                        name="attempt_running",
                    ),
                    models.Index(
                        condition=models.Q(("ended_at", None)),
                        fields=["round"],
                        name="attempt_running_in_round",
                    ),
                    models.Index(
                        condition=models.Q(("event__isnull", False)),
                        fields=["entry", "round", "event"],
                        name="attempt_in_order",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "round", "number"), name="attempt_number_once"),
                    models.UniqueConstraint(fields=("round", "event"), name="attempt_numbered_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)),
                        fields=("entry", "round"),
                        name="attempt_running_once_a_round",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("counts", True)),
                        fields=("entry", "round"),
                        name="attempt_counts_once_a_round",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="attempt_number_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("won", False), ("finished", True), _connector="OR"),
                        name="attempt_won_is_finished",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("counts", False), ("ended_at", None), ("finished", False), ("score", None)
                            ),
                            models.Q(("ended_at__isnull", False), ("score__isnull", False)),
                            _connector="OR",
                        ),
                        name="attempt_ends_with_a_score",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "attempt",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="moves",
                        to="competitions.attempt",
                    ),
                ),
                ("ply", models.PositiveSmallIntegerField()),
                ("text", models.CharField(max_length=32)),
                ("made_at", models.DateTimeField()),
            ],
            options={
                "ordering": ("ply",),
                "constraints": [models.UniqueConstraint(fields=("attempt", "ply"), name="move_once_a_ply")],
            },
        ),
        migrations.CreateModel(
            name="Log",
            fields=[
                (
                    "id",
                    competitions.models.ids.PublicIdField(
                        default=competitions.models.ids.new_id,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="logs",
                        to="competitions.entry",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="logs",
                        to="competitions.round",
                    ),
                ),
                (
                    "attempt",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log",
                        to="competitions.attempt",
                    ),
                ),
                ("moves", models.TextField()),
                ("fingerprint", models.CharField(blank=True, max_length=64, null=True)),
                ("code", models.CharField(blank=True, max_length=16)),
                ("ply", models.PositiveIntegerField(blank=True, null=True)),
                ("error", models.CharField(blank=True, max_length=400)),
                ("received_at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("code", ""), _negated=True),
                        fields=["entry", "round", "received_at"],
                        name="log_rejected",
                    ),
                    models.Index(
                        condition=models.Q(("attempt__isnull", False)),
                        fields=["round", "received_at", "id"],
                        name="log_in_order",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "round", "fingerprint"), name="log_once"),
                    models.CheckConstraint(
                        condition=models.Q(("attempt", None), ("code", ""), _connector="XOR"),
                        name="log_is_an_attempt_or_says_why_not",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Act",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="acts",
                        to="competitions.competition",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="competitions.round",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="competitions.entry",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "actor",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("staff", models.CharField(blank=True, max_length=80)),
                ("act", models.CharField(max_length=16)),
                ("reason", models.CharField(blank=True, max_length=400)),
                ("at", models.DateTimeField()),
                ("event", models.PositiveBigIntegerField(blank=True, null=True)),
            ],
            options={
                "ordering": ("at", "pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("competition", "event"), name="act_numbered_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("competition__isnull", False),
                            models.Q(("entry", None), ("event", None), ("round", None)),
                            _connector="OR",
                        ),
                        name="act_about_no_competition_has_no_number",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("actor__isnull", False), models.Q(("staff", ""), _negated=True), _connector="XOR"
                        ),
                        name="act_of_a_player_or_of_the_staff",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StateChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="state_changes",
                        to="competitions.competition",
                    ),
                ),
                ("event", models.PositiveBigIntegerField()),
                ("at", models.DateTimeField()),
                ("state", models.CharField(max_length=9)),
                ("rounds", models.CharField(max_length=30)),
                ("frozen", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ("event",),
                "constraints": [
                    models.UniqueConstraint(fields=("competition", "event"), name="state_numbered_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                (
                    "id",
                    competitions.models.ids.PublicIdField(
                        default=competitions.models.ids.new_id,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("scopes", models.JSONField()),
                ("created_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Ticket",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "token",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="competitions.token",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="sessions.session",
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("scopes", models.JSONField()),
                ("expires_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="CoOrganiser",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="co_organisers",
                        to="competitions.competition",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="co_organised",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("since", models.DateTimeField()),
            ],
            options={
                "ordering": ("since", "pk"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("competition", "player"), name="co_organiser_once_a_player"
                    )
                ],
            },
        ),
        # So that jobs that are done, and those being done, are found without those that wait.
        migrations.RunSQL(
            sql="CREATE INDEX job_finished ON django_tasks_database_dbtaskresult (finished_at) WHERE finished_at IS NOT NULL",
            reverse_sql="DROP INDEX job_finished",
        ),
        migrations.RunSQL(
            sql="CREATE INDEX job_running ON django_tasks_database_dbtaskresult (started_at) WHERE status = 'RUNNING'",
            reverse_sql="DROP INDEX job_running",
        ),
    ]
