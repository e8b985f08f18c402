"""Ratings count rounds, as events are what the ledger counts."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0009_accounts"),
    ]

    operations = [
        migrations.RemoveIndex("rating", "rating_in_order"),
        migrations.RenameField("rating", "events", "rounds"),
        migrations.RenameField("ratingchange", "events", "rounds"),
        migrations.AddIndex(
            "rating",
            models.Index(
                fields=("game_slug", "-rating", "player"),
                condition=Q(rounds__gte=10),
                name="rating_in_order",
            ),
        ),
    ]
