"""When players have left for good: so far nothing but their names said that they have."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0041_duels_in_notices"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="left_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
