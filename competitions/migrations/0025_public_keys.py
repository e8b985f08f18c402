"""The public keys that the site signed with stay, when its secret is another. Workers write them down."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0024_history"),
    ]

    operations = [
        migrations.CreateModel(
            name="PublicKey",
            fields=[
                ("id", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("public", models.BinaryField(max_length=32)),
                ("first_used_at", models.DateTimeField(blank=True, null=True)),
                ("last_used_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
    ]
