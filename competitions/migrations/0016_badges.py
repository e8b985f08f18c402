"""Badges: each lets the one person in who is named on it."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

import competitions.models.ids


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0015_preferences"),
    ]

    operations = [
        migrations.CreateModel(
            name="Badge",
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
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=24)),
                ("look", models.CharField(max_length=200)),
                ("shape", models.CharField(max_length=200)),
                ("renewals", models.PositiveIntegerField(default=0)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("newcomer", models.BooleanField(default=False)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "competition",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="badges",
                        to="competitions.competition",
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="badge",
                        to="competitions.entry",
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
                "constraints": [
                    models.UniqueConstraint(fields=("competition", "number"), name="badge_numbered_once"),
                    models.UniqueConstraint(fields=("competition", "look"), name="badge_look_once"),
                    models.UniqueConstraint(fields=("competition", "shape"), name="badge_shape_once"),
                    models.CheckConstraint(
                        condition=Q(entry__isnull=False) | Q(used_at=None, newcomer=False),
                        name="badge_used_by_somebody",
                    ),
                ],
            },
        ),
    ]
