"""From which network deals in bands are looked for: a hash of it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("competitions", "0035_notices_of_acts")]

    operations = [
        migrations.AddField(
            "soughtdeal", "asker", models.CharField(blank=True, db_default="", default="", max_length=32)
        ),
    ]
