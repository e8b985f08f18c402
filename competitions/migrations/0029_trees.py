"""The games of rounds as trees."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("competitions", "0028_against_par")]

    operations = [
        migrations.CreateModel(
            name="RoundTree",
            fields=[
                (
                    "round",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="tree",
                        serialize=False,
                        to="competitions.round",
                    ),
                ),
                ("as_of", models.PositiveBigIntegerField()),
                ("least", models.PositiveIntegerField()),
                ("branches", models.JSONField()),
            ],
        ),
    ]
