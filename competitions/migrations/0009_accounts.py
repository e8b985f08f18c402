"""Accounts: whether a player has one, the names that accounts have, and what ends their sessions."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0008_ratings"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="account",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="player",
            name="sessions_end",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddField(
            model_name="playerchange",
            name="everywhere",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name="Handle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("look", models.CharField(max_length=200, unique=True)),
                ("shape", models.CharField(max_length=200, unique=True)),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="handle",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
