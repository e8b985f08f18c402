"""Whether the names of entrants follow their players'."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0010_rated_rounds_counted"),
    ]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="names",
            field=models.CharField(
                choices=[
                    ("own", "By their own names, and by new ones as soon as they take them"),
                    ("kept", "As they were when they joined: only organisers rename"),
                ],
                db_default="own",
                default="own",
                max_length=4,
            ),
        ),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.CheckConstraint(
                condition=models.Q(names__in=["own", "kept"]), name="competition_names_known"
            ),
        ),
    ]
