import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0009_rejected_logs"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="log",
            index=models.Index(
                condition=models.Q(("attempt__isnull", False)),
                fields=["round", "received_at", "id"],
                name="log_in_order",
            ),
        ),
        # Nothing else looks for logs by their round alone.
        migrations.AlterField(
            model_name="log",
            name="round",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="logs",
                to="competitions.round",
            ),
        ),
    ]
