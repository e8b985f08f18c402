"""How a player likes the table."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0014_entries_disqualified"),
    ]

    operations = [
        migrations.AddField("player", "chosen", models.JSONField(blank=True, null=True)),
    ]
