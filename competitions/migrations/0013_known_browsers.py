"""Browsers that know a player, and when they and tokens were last used."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0012_moderation"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.AddField("token", "used_at", models.DateTimeField(blank=True, null=True)),
        migrations.CreateModel(
            "KnownBrowser",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("browser", models.CharField(max_length=60)),
                ("begun_at", models.DateTimeField()),
                ("used_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="sessions.session"
                    ),
                ),
            ],
        ),
    ]
