"""How often the ratings at a game have changed, for who reads its leaderboard page by page."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("competitions", "0039_batches_of_deals")]

    operations = [
        migrations.CreateModel(
            name="Leaderboard",
            fields=[
                (
                    "game_slug",
                    models.CharField(max_length=32, primary_key=True, serialize=False),
                ),
                ("version", models.PositiveBigIntegerField(db_default=0, default=0)),
            ],
        ),
    ]
