"""Any number of players may have a name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("competitions", "0005_players_by_look")]

    operations = [
        migrations.AlterField(
            model_name="player",
            name="name",
            field=models.CharField(max_length=24),
        ),
        migrations.AlterField(
            model_name="player",
            name="look",
            field=models.CharField(max_length=200),
        ),
        migrations.AlterField(
            model_name="player",
            name="shape",
            field=models.CharField(blank=True, max_length=200, null=True),
        ),
    ]
