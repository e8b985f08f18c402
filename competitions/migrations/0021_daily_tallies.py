"""Which dailies a player has played is read in one row for each game. What is filed already is filed again."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def file_again(apps: Any, schema_editor: Any) -> None:
    filed = apps.get_model("competitions", "FiledRound").objects
    filed.filter(round__competition__daily__isnull=False).update(due=True, version=models.F("version") + 1)


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0020_entries_filed"),
    ]

    operations = [
        migrations.CreateModel(
            name="DailyTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game_slug", models.CharField(max_length=32)),
                ("bits", models.BinaryField(default=bytes)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "daily tallies",
                "constraints": [
                    models.UniqueConstraint(fields=("player", "game_slug"), name="daily_tally_once_a_game")
                ],
            },
        ),
        migrations.RemoveIndex(model_name="filedresult", name="filed_in_dailies"),
        migrations.RunPython(file_again, migrations.RunPython.noop, elidable=True),
    ]
