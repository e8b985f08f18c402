"""Who added each webhook: it goes when they no longer organise the competition."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("competitions", "0042_players_who_left")]

    operations = [
        migrations.AddField(
            "hook",
            "added_by",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
