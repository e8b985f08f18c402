"""The index of results in their order is of ended attempts alone: SQLite took it for other look-ups."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0023_hooks"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="attempt",
            name="attempt_in_order",
        ),
        migrations.AddIndex(
            model_name="attempt",
            index=models.Index(
                condition=models.Q(("event__isnull", False)),
                fields=["entry", "round", "event"],
                name="attempt_in_order",
            ),
        ),
    ]
