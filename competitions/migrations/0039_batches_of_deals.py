"""How many deals were looked at for one in a band."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("competitions", "0038_askers_forgotten")]

    operations = [
        migrations.AddField(
            "soughtdeal", "deals_drawn", models.PositiveSmallIntegerField(db_default=0, default=0)
        ),
    ]
