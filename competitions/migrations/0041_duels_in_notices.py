"""What notices of a duel are called: a label, and nothing of the tables."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0040_leaderboards"),
    ]

    operations = [
        migrations.AlterField(
            model_name="broadcast",
            name="type",
            field=models.CharField(
                choices=[
                    ("opens", "A contest that you entered has opened"),
                    ("closing", "A contest closes within the hour, and you have not played"),
                    ("certified", "The results of a contest that you entered are final"),
                    ("overtaken", "Somebody has passed you in the standings of a contest"),
                    ("duel", "Somebody has made a duel for you"),
                    ("decided", "Your duel is decided"),
                    ("rematch", "Your opponent wants a rematch"),
                    ("circle", "The owner of a circle has taken you out"),
                    ("webhook", "A webhook of your contest has stopped"),
                    ("act", "An organiser has done something about you or your contest"),
                ],
                max_length=9,
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="type",
            field=models.CharField(
                choices=[
                    ("opens", "A contest that you entered has opened"),
                    ("closing", "A contest closes within the hour, and you have not played"),
                    ("certified", "The results of a contest that you entered are final"),
                    ("overtaken", "Somebody has passed you in the standings of a contest"),
                    ("duel", "Somebody has made a duel for you"),
                    ("decided", "Your duel is decided"),
                    ("rematch", "Your opponent wants a rematch"),
                    ("circle", "The owner of a circle has taken you out"),
                    ("webhook", "A webhook of your contest has stopped"),
                    ("act", "An organiser has done something about you or your contest"),
                ],
                max_length=9,
            ),
        ),
    ]
