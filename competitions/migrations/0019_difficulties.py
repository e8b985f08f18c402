"""How hard the deals of rated rounds were."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0018_notices"),
    ]

    operations = [
        migrations.AddField("ratedround", "difficulty", models.JSONField(blank=True, null=True)),
    ]
