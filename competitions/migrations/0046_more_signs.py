"""What signs at results are called: labels, and nothing of the tables."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0045_filing_goes_on"),
    ]

    operations = [
        migrations.AlterField(
            model_name="sign",
            name="kind",
            field=models.CharField(
                choices=[
                    ("network", "A second player of one network did much better"),
                    ("seconds", "Played well in seconds"),
                    ("moves", "The same moves as another game"),
                ],
                max_length=8,
            ),
        ),
    ]
