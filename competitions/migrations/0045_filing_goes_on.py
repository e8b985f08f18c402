"""How far a round is filed, so that a job goes on where the one before has ended."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("competitions", "0044_adders_of_webhooks_found")]

    operations = [
        migrations.AddField(
            "filedround",
            "up_to",
            models.CharField(max_length=32, blank=True, default="", db_default=""),
        ),
    ]
