"""Rounds whose certified results are to be leaves of the history, or are."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("competitions", "0032_trees_by_event")]

    operations = [
        migrations.CreateModel(
            name="CertifiedRound",
            fields=[
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="certified",
                        serialize=False,
                        to="competitions.round",
                    ),
                ),
                ("due", models.BooleanField(default=True)),
                ("version", models.PositiveIntegerField(default=1)),
                ("up_to", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "indexes": [
                    models.Index(condition=Q(due=True), fields=["round"], name="certified_round_due")
                ],
            },
        ),
    ]
