"""Webhooks take turns, by account and by receiver, and slow ones have a queue of their own."""

from urllib.parse import urlsplit

from django.db import migrations, models


def name_receivers(apps, schema_editor):
    for hook in apps.get_model("competitions", "Hook").objects.iterator():
        hook.receiver = urlsplit(hook.url).hostname or ""
        hook.save(update_fields=["receiver"])


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0024_attempt_in_order"),
    ]

    operations = [
        migrations.AddField(
            model_name="hook",
            name="receiver",
            field=models.CharField(default="", max_length=253),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="hook",
            name="slow",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="hook",
            name="turn_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(name_receivers, migrations.RunPython.noop),
    ]
