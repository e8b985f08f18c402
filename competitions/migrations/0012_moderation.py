"""Moderation: staff, reports, measures with their replies, signs at results, and who is suspended or banned."""

import competitions.models.ids
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0011_names_kept"),
    ]

    operations = [
        migrations.CreateModel(
            name="Measure",
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
                            ("hide_name", "Name hidden"),
                            ("hide_about", "Description hidden"),
                            ("rename", "Renamed"),
                            ("warn", "Warned"),
                            ("suspend", "Suspended"),
                            ("ban", "Banned"),
                            ("lift", "Suspension or ban lifted"),
                        ],
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(max_length=400)),
                ("before", models.TextField(blank=True)),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("at", models.DateTimeField()),
                (
                    "competition",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="competitions.competition",
                    ),
                ),
            ],
            options={
                "ordering": ("-at", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="Origin",
            fields=[
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="competitions.entry",
                    ),
                ),
                ("network", models.CharField(max_length=64)),
                ("expires_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.AddField(
            model_name="entry",
            name="banned",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="player",
            name="banned_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="barred_for",
            field=models.CharField(blank=True, db_default="", default="", max_length=400),
        ),
        migrations.AddField(
            model_name="player",
            name="is_staff",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="player",
            name="suspended_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="Reply",
            fields=[
                (
                    "measure",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="reply",
                        serialize=False,
                        to="competitions.measure",
                    ),
                ),
                ("text", models.CharField(max_length=1000)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="measure",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="measures",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="measure",
            name="staff",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.CreateModel(
            name="Report",
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
                    "subject",
                    models.CharField(
                        choices=[
                            ("name", "A name"),
                            ("about", "What a contest says of itself"),
                            ("result", "A result"),
                        ],
                        max_length=8,
                    ),
                ),
                ("target", models.CharField(max_length=40)),
                ("said", models.TextField(blank=True)),
                (
                    "ground",
                    models.CharField(
                        choices=[
                            ("offensive", "It insults, threatens or disgusts"),
                            ("pretends", "It pretends to be somebody else"),
                            ("private", "It tells what is private"),
                            ("spam", "It advertises, or leads somewhere bad"),
                            ("unfair", "It was not played fairly"),
                            ("other", "Something else"),
                        ],
                        max_length=9,
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=400)),
                ("at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "attempt",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="competitions.attempt",
                    ),
                ),
                (
                    "competition",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="competitions.competition",
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
                    "reporter",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "settled_by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-at", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="Sign",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("network", "A second guest of one network did much better"),
                            ("seconds", "Won in seconds"),
                        ],
                        max_length=8,
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "attempt",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="competitions.attempt",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="competitions.attempt",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="competitions.round"
                    ),
                ),
            ],
            options={
                "ordering": ("-at", "-pk"),
            },
        ),
        migrations.AddIndex(
            model_name="measure",
            index=models.Index(fields=["player", "at", "id"], name="measure_of_player"),
        ),
        migrations.AddConstraint(
            model_name="measure",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "suspend"), ("until__isnull", False)),
                    models.Q(models.Q(("kind", "suspend"), _negated=True), ("until", None)),
                    _connector="OR",
                ),
                name="measure_ends_if_it_suspends",
            ),
        ),
        migrations.AddConstraint(
            model_name="measure",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="measure_has_a_reason"
            ),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(fields=["at", "id"], name="report_in_order"),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(
                condition=models.Q(("settled_at", None)), fields=["target"], name="report_open"
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(fields=("reporter", "target"), name="report_once_a_reporter"),
        ),
        migrations.AddIndex(
            model_name="sign",
            index=models.Index(fields=["at"], name="sign_in_order"),
        ),
        migrations.AddConstraint(
            model_name="sign",
            constraint=models.UniqueConstraint(fields=("attempt", "kind"), name="sign_once_a_kind"),
        ),
    ]
