"""Each log keeps the version of the rules that it was judged by. So far there is only the first."""

from django.db import migrations, models

import competitions.models.deals


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0025_public_keys"),
    ]

    operations = [
        migrations.AddField(
            model_name="log",
            name="rules_version",
            field=models.PositiveSmallIntegerField(
                db_default=1, default=competitions.models.deals.current_rules
            ),
        ),
    ]
