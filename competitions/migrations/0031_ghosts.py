"""Deals of closed rounds, played again."""

import competitions.models.ids
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0030_analyses"),
    ]

    operations = [
        migrations.CreateModel(
            name="Ghost",
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
                ("started_at", models.DateTimeField()),
                ("times_out_at", models.DateTimeField(blank=True, null=True)),
                ("takebacks", models.PositiveIntegerField(default=0)),
                ("moves", models.TextField(default="[]")),
                ("moves_made", models.PositiveSmallIntegerField(default=0)),
                ("elapsed_ms", models.PositiveBigIntegerField(default=0)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("score", models.SmallIntegerField(blank=True, null=True)),
                ("won", models.BooleanField(default=False)),
                ("finished", models.BooleanField(default=False)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ghosts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ghosts",
                        to="competitions.round",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "started_at"], name="ghost_of_player"),
                    models.Index(fields=["started_at"], name="ghost_by_age"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)),
                        fields=("player", "round"),
                        name="ghost_running_once_a_round",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("won", False), ("finished", True), _connector="OR"),
                        name="ghost_won_is_finished",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("finished", False), ("ended_at__isnull", False), _connector="OR"),
                        name="ghost_finished_has_ended",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ended_at", None), ("score__isnull", False), _connector="XOR"),
                        name="ghost_ends_with_a_score",
                    ),
                ],
            },
        ),
    ]
