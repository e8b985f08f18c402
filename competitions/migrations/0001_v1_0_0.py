"""The tables of 1.0.0. Until its release, made anew from the models; from there on never edited."""

import competitions.models.deals
import competitions.models.ids
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.comparison
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('django_tasks_database', '0021_conditional_partial_index_ordering'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Player',
            fields=[
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('id', competitions.models.ids.PublicIdField(default=competitions.models.ids.new_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=24)),
                ('look', models.CharField(max_length=200)),
                ('shape', models.CharField(blank=True, max_length=200, null=True)),
                ('bot', models.BooleanField(default=False)),
                ('profile', models.CharField(choices=[('public', 'Public: anyone may look you up'), ('private', 'Private: others see your name alone')], default='public', max_length=7)),
                ('chosen', models.JSONField(blank=True, null=True)),
                ('created_at', models.DateTimeField()),
                ('account', models.BooleanField(db_default=False, default=False)),
                ('sessions_end', models.CharField(blank=True, db_default='', default='', max_length=64)),
                ('is_staff', models.BooleanField(db_default=False, default=False)),
                ('suspended_until', models.DateTimeField(blank=True, null=True)),
                ('banned_at', models.DateTimeField(blank=True, null=True)),
                ('barred_for', models.CharField(blank=True, db_default='', default='', max_length=400)),
                ('left_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Act',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('staff', models.CharField(blank=True, max_length=80)),
                ('act', models.CharField(max_length=16)),
                ('reason', models.CharField(blank=True, max_length=400)),
                ('at', models.DateTimeField()),
                ('event', models.PositiveBigIntegerField(blank=True, null=True)),
            ],
            options={
                'ordering': ('at', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Log',
            fields=[
                ('id', competitions.models.ids.PublicIdField(default=competitions.models.ids.new_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('moves', models.TextField()),
                ('fingerprint', models.CharField(blank=True, max_length=64, null=True)),
                ('code', models.CharField(blank=True, max_length=16)),
                ('ply', models.PositiveIntegerField(blank=True, null=True)),
                ('error', models.CharField(blank=True, max_length=400)),
                ('received_at', models.DateTimeField()),
                ('rules_version', models.PositiveSmallIntegerField(db_default=1, default=competitions.models.deals.current_rules)),
            ],
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', competitions.models.ids.PublicIdField(default=competitions.models.ids.new_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField()),
                ('started_at', models.DateTimeField()),
                ('times_out_at', models.DateTimeField(blank=True, null=True)),
                ('takebacks', models.PositiveIntegerField(default=0)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('score', models.SmallIntegerField(blank=True, null=True)),
                ('won', models.BooleanField(default=False)),
                ('finished', models.BooleanField(default=False)),
                ('moves_made', models.PositiveSmallIntegerField(default=0)),
                ('elapsed_ms', models.PositiveBigIntegerField(blank=True, null=True)),
                ('counts', models.BooleanField(default=False)),
                ('event', models.PositiveBigIntegerField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Badge',
            fields=[
                ('id', competitions.models.ids.PublicIdField(default=competitions.models.ids.new_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField()),
                ('name', models.CharField(max_length=24)),
                ('look', models.CharField(max_length=200)),
                ('shape', models.CharField(max_length=200)),
                ('renewals', models.PositiveIntegerField(default=0)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('newcomer', models.BooleanField(default=False)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ('number',),
            },
        ),
        migrations.CreateModel(
            name='Broadcast',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('type', models.CharField(choices=[('opens', 'A contest that you entered has opened'), ('closing', 'A contest closes within the hour, and you have not played'), ('certified', 'The results of a contest that you entered are final'), ('overtaken', 'Somebody has passed you in the standings of a contest'), ('duel', 'Somebody has made a duel for you'), ('decided', 'Your duel is decided'), ('rematch', 'Your opponent wants a rematch'), ('circle', 'The owner of a circle has taken you out'), ('webhook', 'A webhook of your contest has stopped'), ('act', 'An organiser has done something about you or your contest')], max_length=9)),
                ('until', models.PositiveBigIntegerField(blank=True, null=True)),
                ('after', models.PositiveBigIntegerField(default=0)),
                ('moved_at', models.DateTimeField()),
                ('done', models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('opens_at', models.DateTimeField(blank=True, null=True)),
                ('closes_at', models.DateTimeField(blank=True, null=True)),
                ('par_score', models.SmallIntegerField(blank=True, null=True)),
                ('par_proven', models.BooleanField(blank=True, null=True)),
                ('par_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ('number',),
            },
        ),
        migrations.CreateModel(
            name='Circle',
            fields=[
                ('id', competitions.models.ids.PublicIdField(default=competitions.models.ids.new_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=80)),
                ('invite', models.CharField(default=competitions.models.ids.new_id, max_length=16)),
                ('size', models.PositiveSmallIntegerField(default=1)),
                ('created_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Competition',
            fields=[
                ('id', competitions.models.ids.PublicIdField(default=competitions.models.ids.new_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('contest', 'Contest'), ('challenge', 'Challenge'), ('daily', 'Deal of the day'), ('duel', 'Duel')], default='contest', max_length=9)),
                ('name', models.CharField(max_length=80)),
                ('about', models.TextField(blank=True, max_length=2000)),
                ('access', models.CharField(choices=[('public', 'Public: listed, anyone may join'), ('unlisted', 'Unlisted: anyone with the link may join'), ('invite', 'Invite only: the link and a code')], max_length=8)),
                ('play', models.CharField(choices=[('sealed', 'Sealed: the server deals card by card'), ('open', 'Open: the seed is known to those who joined')], max_length=6)),
                ('attempts', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('counts', models.CharField(choices=[('best', 'the best attempt'), ('first', 'the first attempt')], max_length=5)),
                ('others', models.CharField(choices=[('closed', 'Once the round is closed for everyone'), ('finished', 'Once who watches has finished their own game')], default='closed', max_length=8)),
                ('time_limit_s', models.PositiveIntegerField(blank=True, null=True)),
                ('opens_at', models.DateTimeField(blank=True, null=True)),
                ('closes_at', models.DateTimeField(blank=True, null=True)),
                ('ranking', models.CharField(choices=[('total', 'the sum of the scores'), ('matchpoints', 'how many of the others each player beats'), ('points', 'points for the first ten places'), ('against_par', 'the sum of the scores against par')], default='total', max_length=11)),
                ('tie_break', models.CharField(blank=True, max_length=32)),
                ('standings', models.CharField(choices=[('live', 'at once'), ('own', 'to each player once they have finished the round'), ('final', 'once the round is closed')], default='live', max_length=5)),
                ('freeze_at', models.DateTimeField(blank=True, null=True)),
                ('max_entries', models.PositiveIntegerField(blank=True, null=True)),
                ('bots', models.BooleanField(default=True)),
                ('names', models.CharField(choices=[('own', 'By their own names, and by new ones as soon as they take them'), ('kept', 'As they were when they joined: only organisers rename')], db_default='own', default='own', max_length=4)),
                ('invite', models.CharField(blank=True, max_length=16)),
                ('closes_once_played', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField()),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('shared', models.BooleanField(default=False)),
                ('cancelled_at', models.DateTimeField(blank=True, null=True)),
                ('certified_at', models.DateTimeField(blank=True, null=True)),
                ('challenge', models.CharField(blank=True, max_length=64, null=True)),
                ('entrants', models.PositiveIntegerField(default=0)),
                ('changes', models.PositiveBigIntegerField(default=0)),
                ('events', models.PositiveBigIntegerField(default=0)),
                ('has_news', models.BooleanField(default=False)),
                ('due_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ('-created_at', '-id'),
            },
        ),
        migrations.CreateModel(
            name='CoOrganiser',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField()),
            ],
            options={
                'ordering': ('since', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Daily',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.CharField(max_length=32)),
                ('date', models.DateField()),
                ('number', models.PositiveIntegerField()),
            ],
            options={
                'verbose_name_plural': 'dailies',
            },
        ),
        migrations.CreateModel(
            name='DailyTally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.CharField(max_length=32)),
                ('bits', models.BinaryField(default=bytes)),
            ],
            options={
                'verbose_name_plural': 'daily tallies',
            },
        ),
        migrations.CreateModel(
            name='Deal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.CharField(max_length=32)),
                ('rules', models.JSONField()),
                ('seed', models.CharField(blank=True, max_length=64)),
                ('band_kind', models.CharField(blank=True, choices=[('winnable', 'It can be won'), ('hard', 'It is hard, but can be won'), ('par', 'Its par lies between two scores')], db_default='', default='', max_length=8)),
                ('band_low', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('band_high', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('told_at', models.DateTimeField(blank=True, null=True)),
                ('rules_version', models.PositiveSmallIntegerField(default=competitions.models.deals.current_rules)),
            ],
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', competitions.models.ids.PublicIdField(default=competitions.models.ids.new_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('number', models.PositiveBigIntegerField()),
                ('type', models.CharField(max_length=16)),
                ('body', models.TextField()),
                ('at', models.DateTimeField()),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('tried_at', models.DateTimeField(blank=True, null=True)),
                ('accepted_at', models.DateTimeField(blank=True, null=True)),
                ('again', models.BooleanField(default=False)),
                ('status_code', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('answer', models.TextField(blank=True)),
            ],
            options={
                'ordering': ('-number',),
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', competitions.models.ids.PublicIdField(default=competitions.models.ids.new_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('joined_at', models.DateTimeField()),
                ('changed', models.PositiveBigIntegerField(default=0)),
                ('disqualified_at', models.DateTimeField(blank=True, null=True)),
                ('banned', models.BooleanField(db_default=False, default=False)),
                ('called', models.CharField(blank=True, max_length=24)),
                ('look', models.CharField(blank=True, max_length=200, null=True)),
                ('shape', models.CharField(blank=True, max_length=200, null=True)),
                ('own_name', models.BooleanField(db_default=True)),
                ('rated', models.BooleanField(db_default=False)),
                ('filed', models.BooleanField(db_default=False, default=False)),
                ('event', models.PositiveBigIntegerField(blank=True, null=True)),
                ('done', models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='FollowerCursor',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('taken', models.PositiveBigIntegerField()),
                ('until', models.PositiveBigIntegerField()),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('next_try_at', models.DateTimeField(blank=True, null=True)),
                ('error', models.CharField(blank=True, max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name='FollowerFailure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.PositiveBigIntegerField()),
                ('error', models.CharField(max_length=200)),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ('at', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='FollowerState',
            fields=[
                ('name', models.CharField(max_length=32, primary_key=True, serialize=False)),
                ('skips', models.BooleanField(default=False)),
                ('enrolled_at', models.DateTimeField(blank=True, null=True)),
                ('job', models.UUIDField(blank=True, null=True)),
                ('run', models.UUIDField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Ghost',
            fields=[
                ('id', competitions.models.ids.PublicIdField(default=competitions.models.ids.new_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('started_at', models.DateTimeField()),
                ('times_out_at', models.DateTimeField(blank=True, null=True)),
                ('takebacks', models.PositiveIntegerField(default=0)),
                ('moves', models.TextField(default='[]')),
                ('moves_made', models.PositiveSmallIntegerField(default=0)),
                ('elapsed_ms', models.PositiveBigIntegerField(default=0)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('score', models.SmallIntegerField(blank=True, null=True)),
                ('won', models.BooleanField(default=False)),
                ('finished', models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name='Handle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('look', models.CharField(max_length=200, unique=True)),
                ('shape', models.CharField(max_length=200, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name='Hook',
            fields=[
                ('id', competitions.models.ids.PublicIdField(default=competitions.models.ids.new_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('url', models.CharField(max_length=500)),
                ('receiver', models.CharField(max_length=253)),
                ('events', models.JSONField()),
                ('created_at', models.DateTimeField()),
                ('cursor', models.CharField(blank=True, max_length=100)),
                ('happened', models.PositiveBigIntegerField(default=0)),
                ('looked', models.PositiveBigIntegerField(default=0)),
                ('job', models.UUIDField(blank=True, null=True)),
                ('turn_at', models.DateTimeField(blank=True, null=True)),
                ('slow', models.BooleanField(default=True)),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('next_try_at', models.DateTimeField(blank=True, null=True)),
                ('stopped_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ('created_at', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='KeptAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('path', models.CharField(max_length=200)),
                ('key', models.CharField(max_length=255)),
                ('body_digest', models.CharField(max_length=64)),
                ('status', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('body', models.TextField(blank=True)),
                ('reserved_at', models.DateTimeField(db_index=True)),
                ('leased_until', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='KnownBrowser',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('browser', models.CharField(max_length=60)),
                ('begun_at', models.DateTimeField()),
                ('used_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Leaderboard',
            fields=[
                ('game_slug', models.CharField(max_length=32, primary_key=True, serialize=False)),
                ('version', models.PositiveBigIntegerField(db_default=0, default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Leaf',
            fields=[
                ('number', models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                ('data', models.BinaryField()),
                ('digest', models.BinaryField(max_length=32, unique=True)),
                ('subtrees', models.BinaryField()),
            ],
            options={
                'verbose_name_plural': 'leaves',
                'ordering': ('number',),
            },
        ),
        migrations.CreateModel(
            name='Measure',
            fields=[
                ('id', competitions.models.ids.PublicIdField(default=competitions.models.ids.new_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('hide_name', 'Name hidden'), ('hide_about', 'Description hidden'), ('rename', 'Renamed'), ('warn', 'Warned'), ('suspend', 'Suspended'), ('ban', 'Banned'), ('lift', 'Suspension or ban lifted')], max_length=10)),
                ('reason', models.CharField(max_length=400)),
                ('before', models.TextField(blank=True)),
                ('until', models.DateTimeField(blank=True, null=True)),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ('-at', '-pk'),
            },
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('joined_at', models.DateTimeField()),
                ('owns', models.BooleanField(default=False)),
                ('name', models.CharField(max_length=24)),
                ('look', models.CharField(max_length=200)),
                ('shape', models.CharField(max_length=200)),
            ],
            options={
                'ordering': ('joined_at', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Move',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveSmallIntegerField()),
                ('text', models.CharField(max_length=32)),
                ('made_at', models.DateTimeField()),
            ],
            options={
                'ordering': ('ply',),
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', competitions.models.ids.PublicIdField(default=competitions.models.ids.new_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('type', models.CharField(choices=[('opens', 'A contest that you entered has opened'), ('closing', 'A contest closes within the hour, and you have not played'), ('certified', 'The results of a contest that you entered are final'), ('overtaken', 'Somebody has passed you in the standings of a contest'), ('duel', 'Somebody has made a duel for you'), ('decided', 'Your duel is decided'), ('rematch', 'Your opponent wants a rematch'), ('circle', 'The owner of a circle has taken you out'), ('webhook', 'A webhook of your contest has stopped'), ('act', 'An organiser has done something about you or your contest')], max_length=9)),
                ('key', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('read', models.BooleanField(default=False)),
                ('facts', models.JSONField(default=dict)),
                ('mail_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Pass',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('expires_at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='PlayerChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('after', models.CharField(blank=True, max_length=16)),
                ('everywhere', models.BooleanField(db_default=False, default=False)),
                ('moved_at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='Process',
            fields=[
                ('id', competitions.models.ids.PublicIdField(default=competitions.models.ids.new_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=300)),
                ('queues', models.JSONField()),
                ('looks', models.JSONField()),
                ('started_at', models.DateTimeField()),
                ('seen_at', models.DateTimeField()),
            ],
            options={
                'ordering': ('started_at', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='PublicKey',
            fields=[
                ('id', models.CharField(max_length=16, primary_key=True, serialize=False)),
                ('public', models.BinaryField(max_length=32)),
                ('first_used_at', models.DateTimeField(blank=True, null=True)),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.CharField(max_length=32)),
                ('rating', models.SmallIntegerField()),
                ('deviation', models.PositiveSmallIntegerField()),
                ('rounds', models.PositiveIntegerField()),
                ('rated_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.CharField(max_length=32)),
                ('certified_at', models.DateTimeField()),
                ('rank', models.PositiveIntegerField()),
                ('field', models.PositiveIntegerField()),
                ('rating', models.SmallIntegerField()),
                ('deviation', models.PositiveSmallIntegerField()),
                ('change', models.SmallIntegerField()),
                ('rounds', models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', competitions.models.ids.PublicIdField(default=competitions.models.ids.new_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('subject', models.CharField(choices=[('name', 'A name'), ('about', 'What a contest says of itself'), ('result', 'A result')], max_length=8)),
                ('target', models.CharField(max_length=40)),
                ('said', models.TextField(blank=True)),
                ('ground', models.CharField(choices=[('offensive', 'It insults, threatens or disgusts'), ('pretends', 'It pretends to be somebody else'), ('private', 'It tells what is private'), ('spam', 'It advertises, or leads somewhere bad'), ('unfair', 'It was not played fairly'), ('other', 'Something else')], max_length=9)),
                ('text', models.CharField(blank=True, max_length=400)),
                ('at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ('-at', '-pk'),
            },
        ),
        migrations.CreateModel(
            name='Sign',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('network', 'A second player of one network did much better'), ('seconds', 'Played well in seconds'), ('moves', 'The same moves as another game')], max_length=8)),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ('-at', '-pk'),
            },
        ),
        migrations.CreateModel(
            name='StateChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.PositiveBigIntegerField()),
                ('at', models.DateTimeField()),
                ('state', models.CharField(max_length=9)),
                ('rounds', models.CharField(max_length=30)),
                ('frozen', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ('event',),
            },
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.CharField(max_length=32)),
                ('everyone', models.BooleanField()),
                ('score', models.SmallIntegerField()),
                ('times', models.PositiveIntegerField(default=0)),
                ('won', models.PositiveIntegerField(default=0)),
            ],
            options={
                'verbose_name_plural': 'tallies',
            },
        ),
        migrations.CreateModel(
            name='Ticket',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('scopes', models.JSONField()),
                ('expires_at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', competitions.models.ids.PublicIdField(default=competitions.models.ids.new_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=80)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('scopes', models.JSONField()),
                ('created_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='NoticeMails',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notice_mails', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('site', models.CharField(max_length=200)),
            ],
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(fields=['look'], name='player_look'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('profile__in', ['public', 'private'])), name='player_profile_known'),
        ),
        migrations.AddField(
            model_name='act',
            name='actor',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='act',
            name='player',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='AnalysedLog',
            fields=[
                ('due', models.BooleanField(default=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('free_at', models.DateTimeField(blank=True, null=True)),
                ('solvers_version', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('asker', models.CharField(blank=True, db_default='', default='', max_length=32)),
                ('log', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='analysed', serialize=False, to='competitions.log')),
                ('asked_at', models.DateTimeField(blank=True, null=True)),
                ('found', models.JSONField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='FiledResult',
            fields=[
                ('attempt', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='filed', serialize=False, to='competitions.attempt')),
                ('everyone', models.BooleanField()),
                ('game_slug', models.CharField(max_length=32)),
                ('score', models.SmallIntegerField()),
                ('won', models.BooleanField()),
                ('rank', models.PositiveIntegerField()),
                ('field', models.PositiveIntegerField()),
                ('ended_at', models.DateTimeField()),
                ('daily', models.PositiveIntegerField(blank=True, null=True)),
            ],
        ),
        migrations.AddField(
            model_name='log',
            name='attempt',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='log', to='competitions.attempt'),
        ),
        migrations.AddField(
            model_name='attempt',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='CertifiedRound',
            fields=[
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='certified', serialize=False, to='competitions.round')),
                ('due', models.BooleanField(default=True)),
                ('version', models.PositiveIntegerField(default=1)),
                ('up_to', models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='FiledRound',
            fields=[
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='filed', serialize=False, to='competitions.round')),
                ('due', models.BooleanField(default=True)),
                ('version', models.PositiveIntegerField(default=1)),
                ('up_to', models.CharField(blank=True, db_default='', default='', max_length=32)),
            ],
        ),
        migrations.CreateModel(
            name='RatedRound',
            fields=[
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rated', serialize=False, to='competitions.round')),
                ('game_slug', models.CharField(max_length=32)),
                ('certified_at', models.DateTimeField()),
                ('due', models.BooleanField(default=True)),
                ('version', models.PositiveIntegerField(default=1)),
                ('difficulty', models.JSONField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='RoundTree',
            fields=[
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='tree', serialize=False, to='competitions.round')),
                ('as_of', models.PositiveBigIntegerField()),
                ('least', models.PositiveIntegerField()),
                ('branches', models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name='SolvedRound',
            fields=[
                ('due', models.BooleanField(default=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('free_at', models.DateTimeField(blank=True, null=True)),
                ('solvers_version', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='solved', serialize=False, to='competitions.round')),
                ('moves', models.JSONField(blank=True, null=True)),
            ],
        ),
        migrations.AddField(
            model_name='log',
            name='round',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='logs', to='competitions.round'),
        ),
        migrations.AddField(
            model_name='attempt',
            name='round',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to='competitions.round'),
        ),
        migrations.AddField(
            model_name='act',
            name='round',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='competitions.round'),
        ),
        migrations.AddConstraint(
            model_name='circle',
            constraint=models.CheckConstraint(condition=models.Q(('size__range', (1, 200))), name='circle_no_fuller_than_full'),
        ),
        migrations.AddField(
            model_name='round',
            name='competition',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='competitions.competition'),
        ),
        migrations.AddField(
            model_name='competition',
            name='against',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='awaited', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='competition',
            name='organiser',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='organised', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='competition',
            name='rematch_of',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rematch', to='competitions.competition'),
        ),
        migrations.AddField(
            model_name='broadcast',
            name='competition',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='broadcasts', to='competitions.competition'),
        ),
        migrations.AddField(
            model_name='badge',
            name='competition',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='badges', to='competitions.competition'),
        ),
        migrations.AddField(
            model_name='act',
            name='competition',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='acts', to='competitions.competition'),
        ),
        migrations.AddField(
            model_name='coorganiser',
            name='competition',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='co_organisers', to='competitions.competition'),
        ),
        migrations.AddField(
            model_name='coorganiser',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='co_organised', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='daily',
            constraint=models.UniqueConstraint(fields=('game_slug', 'date'), name='daily_once_a_day'),
        ),
        migrations.AddConstraint(
            model_name='daily',
            constraint=models.UniqueConstraint(fields=('game_slug', 'number'), name='daily_numbered_once'),
        ),
        migrations.AddConstraint(
            model_name='daily',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='daily_number_from_one'),
        ),
        migrations.AddField(
            model_name='competition',
            name='daily',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to='competitions.daily'),
        ),
        migrations.AddField(
            model_name='dailytally',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='SoughtDeal',
            fields=[
                ('due', models.BooleanField(default=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('free_at', models.DateTimeField(blank=True, null=True)),
                ('solvers_version', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('asker', models.CharField(blank=True, db_default='', default='', max_length=32)),
                ('deal', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='sought', serialize=False, to='competitions.deal')),
                ('asked_at', models.DateTimeField()),
                ('deals_drawn', models.PositiveSmallIntegerField(db_default=0, default=0)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.AddField(
            model_name='round',
            name='deal',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='round', to='competitions.deal'),
        ),
        migrations.AddIndex(
            model_name='deal',
            index=models.Index(fields=['seed', 'id'], name='deal_of_seed'),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('band_high', None), ('band_kind__in', ('', 'winnable', 'hard')), ('band_low', None)), models.Q(('band_high__gte', models.F('band_low')), ('band_high__isnull', False), ('band_kind', 'par'), ('band_low__isnull', False)), _connector='OR'), name='deal_band_is_whole'),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('band_kind', ''), ('told_at', None), models.Q(('seed', ''), _negated=True)), models.Q(models.Q(('band_kind', ''), _negated=True), models.Q(('seed', ''), ('told_at__isnull', False), _connector='OR')), _connector='OR'), name='deal_without_a_seed_is_looked_for'),
        ),
        migrations.CreateModel(
            name='Origin',
            fields=[
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='competitions.entry')),
                ('network', models.CharField(max_length=64)),
                ('expires_at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.AddField(
            model_name='log',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='logs', to='competitions.entry'),
        ),
        migrations.AddField(
            model_name='entry',
            name='competition',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='competitions.competition'),
        ),
        migrations.AddField(
            model_name='entry',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='badge',
            name='entry',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='badge', to='competitions.entry'),
        ),
        migrations.AddField(
            model_name='attempt',
            name='entry',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='competitions.entry'),
        ),
        migrations.AddField(
            model_name='act',
            name='entry',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='competitions.entry'),
        ),
        migrations.AddField(
            model_name='followercursor',
            name='competition',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='competitions.competition'),
        ),
        migrations.AddField(
            model_name='followerfailure',
            name='competition',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='competitions.competition'),
        ),
        migrations.AddField(
            model_name='followerfailure',
            name='follower',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='failures', to='competitions.followerstate'),
        ),
        migrations.AddField(
            model_name='followercursor',
            name='follower',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='cursors', to='competitions.followerstate'),
        ),
        migrations.AddField(
            model_name='ghost',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ghosts', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='ghost',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ghosts', to='competitions.round'),
        ),
        migrations.AddField(
            model_name='handle',
            name='player',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='handle', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='hook',
            name='added_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='hook',
            name='competition',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hooks', to='competitions.competition'),
        ),
        migrations.AddField(
            model_name='delivery',
            name='hook',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='competitions.hook'),
        ),
        migrations.AddField(
            model_name='keptanswer',
            name='caller',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='knownbrowser',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='knownbrowser',
            name='session',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='sessions.session'),
        ),
        migrations.AddField(
            model_name='leaf',
            name='before',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='competitions.leaf'),
        ),
        migrations.CreateModel(
            name='Reply',
            fields=[
                ('measure', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='reply', serialize=False, to='competitions.measure')),
                ('text', models.CharField(max_length=1000)),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name='measure',
            name='competition',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='competitions.competition'),
        ),
        migrations.AddField(
            model_name='measure',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='measures', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='measure',
            name='staff',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='member',
            name='circle',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='members', to='competitions.circle'),
        ),
        migrations.AddField(
            model_name='member',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='move',
            name='attempt',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='competitions.attempt'),
        ),
        migrations.AddField(
            model_name='notice',
            name='act',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='competitions.act'),
        ),
        migrations.AddField(
            model_name='notice',
            name='competition',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='competitions.competition'),
        ),
        migrations.AddField(
            model_name='notice',
            name='entry',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='competitions.entry'),
        ),
        migrations.AddField(
            model_name='notice',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='pass',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='playerchange',
            name='player',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='process',
            index=models.Index(fields=['seen_at'], name='process_seen'),
        ),
        migrations.AddField(
            model_name='rating',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='report',
            name='attempt',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='competitions.attempt'),
        ),
        migrations.AddField(
            model_name='report',
            name='competition',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='competitions.competition'),
        ),
        migrations.AddField(
            model_name='report',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='report',
            name='reporter',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='report',
            name='settled_by',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='sign',
            name='attempt',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='competitions.attempt'),
        ),
        migrations.AddField(
            model_name='sign',
            name='other',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='competitions.attempt'),
        ),
        migrations.AddField(
            model_name='sign',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='competitions.round'),
        ),
        migrations.AddField(
            model_name='statechange',
            name='competition',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='state_changes', to='competitions.competition'),
        ),
        migrations.AddField(
            model_name='tally',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='ticket',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='ticket',
            name='session',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='sessions.session'),
        ),
        migrations.AddField(
            model_name='token',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='ticket',
            name='token',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='competitions.token'),
        ),
        migrations.AddIndex(
            model_name='analysedlog',
            index=models.Index(condition=models.Q(('due', True)), fields=['asker'], name='analysed_log_due'),
        ),
        migrations.AddConstraint(
            model_name='analysedlog',
            constraint=models.CheckConstraint(condition=models.Q(('due', True), ('asker', ''), _connector='OR'), name='analysedlog_forgets_its_asker'),
        ),
        migrations.AddConstraint(
            model_name='analysedlog',
            constraint=models.CheckConstraint(condition=models.Q(('found__isnull', True), ('solvers_version__isnull', False), _connector='OR'), name='analysed_log_has_its_solvers'),
        ),
        migrations.AddField(
            model_name='filedresult',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='certifiedround',
            index=models.Index(condition=models.Q(('due', True)), fields=['round'], name='certified_round_due'),
        ),
        migrations.AddIndex(
            model_name='filedround',
            index=models.Index(condition=models.Q(('due', True)), fields=['round'], name='filed_round_due'),
        ),
        migrations.AddField(
            model_name='filedresult',
            name='filed_round',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='results', to='competitions.filedround'),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='rated_round',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='competitions.ratedround'),
        ),
        migrations.AddIndex(
            model_name='ratedround',
            index=models.Index(fields=['game_slug', 'certified_at', 'round'], name='rated_round_in_order'),
        ),
        migrations.AddIndex(
            model_name='ratedround',
            index=models.Index(condition=models.Q(('due', True)), fields=['game_slug'], name='rated_round_due'),
        ),
        migrations.AddIndex(
            model_name='solvedround',
            index=models.Index(condition=models.Q(('due', True)), fields=['round'], name='solved_round_due'),
        ),
        migrations.AddConstraint(
            model_name='solvedround',
            constraint=models.CheckConstraint(condition=models.Q(('moves__isnull', True), ('solvers_version__isnull', False), _connector='OR'), name='solved_round_has_its_solvers'),
        ),
        migrations.AddIndex(
            model_name='broadcast',
            index=models.Index(condition=models.Q(('done', False)), fields=['moved_at'], name='broadcast_under_way'),
        ),
        migrations.AddConstraint(
            model_name='broadcast',
            constraint=models.UniqueConstraint(fields=('competition', 'type'), name='broadcast_once'),
        ),
        migrations.AddConstraint(
            model_name='broadcast',
            constraint=models.CheckConstraint(condition=models.Q(('type__in', ['opens', 'closing', 'certified', 'overtaken', 'duel', 'decided', 'rematch', 'circle', 'webhook', 'act'])), name='broadcast_type_known'),
        ),
        migrations.AddConstraint(
            model_name='coorganiser',
            constraint=models.UniqueConstraint(fields=('competition', 'player'), name='co_organiser_once_a_player'),
        ),
        migrations.AddIndex(
            model_name='competition',
            index=models.Index(condition=models.Q(('published_at__isnull', False)), fields=['access', '-created_at', '-id'], name='competition_listed'),
        ),
        migrations.AddIndex(
            model_name='competition',
            index=models.Index(condition=models.Q(('published_at__isnull', False)), fields=['access', 'opens_at', 'id'], name='competition_listed_opening'),
        ),
        migrations.AddIndex(
            model_name='competition',
            index=models.Index(condition=models.Q(('published_at__isnull', False)), fields=['access', 'closes_at', 'id'], name='competition_listed_closing'),
        ),
        migrations.AddIndex(
            model_name='competition',
            index=models.Index(condition=models.Q(('closes_at', None), ('published_at__isnull', False)), fields=['access', '-created_at', '-id'], name='competition_listed_endless'),
        ),
        migrations.AddIndex(
            model_name='competition',
            index=models.Index(fields=['closes_at'], name='competition_closing'),
        ),
        migrations.AddIndex(
            model_name='competition',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='competition_due'),
        ),
        migrations.AddIndex(
            model_name='competition',
            index=models.Index(condition=models.Q(('has_news', True)), fields=['id'], name='competition_with_news'),
        ),
        migrations.AddIndex(
            model_name='competition',
            index=models.Index(condition=models.Q(('against__isnull', False)), fields=['against'], name='competition_against'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['contest', 'challenge', 'daily', 'duel'])), name='competition_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ('daily', 'duel')), ('organiser__isnull', False), _connector='XOR'), name='competition_organiser_where_a_player_made_it'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('access__in', ['public', 'unlisted', 'invite'])), name='competition_access_known'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('play__in', ['sealed', 'open'])), name='competition_play_known'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('counts__in', ['best', 'first'])), name='competition_counts_known'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('others__in', ['closed', 'finished'])), name='competition_others_known'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('ranking__in', ['total', 'matchpoints', 'points', 'against_par'])), name='competition_ranking_known'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('names__in', ['own', 'kept'])), name='competition_names_known'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('standings__in', ['live', 'own', 'final'])), name='competition_scores_known'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('freeze_at', None), models.Q(('closes_at__isnull', False), ('freeze_at__lt', models.F('closes_at'))), _connector='OR'), name='competition_frozen_before_it_closes'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('max_entries', None), ('max_entries__range', (2, 100000)), _connector='OR'), name='competition_places_in_range'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('closes_once_played', False), models.Q(('attempts__isnull', False), ('max_entries__isnull', False)), _connector='OR'), name='competition_closes_once_all_can_have_played'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('max_entries', None), ('entrants__lte', models.F('max_entries')), _connector='OR'), name='competition_no_fuller_than_full'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('cancelled_at', None), ('certified_at', None), _connector='OR'), name='competition_cancelled_is_not_certified'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('published_at__isnull', False), models.Q(('certified_at', None), ('entrants', 0)), _connector='OR'), name='competition_draft_has_no_entrants'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('play', 'sealed'), ('others', 'closed'), _connector='OR'), name='competition_others_in_sealed_play'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('attempts', None), ('attempts__range', (1, 100)), _connector='OR'), name='competition_attempts_in_range'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('closes_at', None), ('closes_at__gt', django.db.models.functions.comparison.Coalesce('opens_at', 'published_at', 'created_at')), _connector='OR'), name='competition_closes_after_it_opens'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('play', 'open'), models.Q(('attempts', 1), ('attempts__isnull', False)), _connector='OR'), name='competition_sealed_has_one_attempt'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('time_limit_s', None), models.Q(('play', 'sealed'), ('time_limit_s__range', (10, 86400))), _connector='OR'), name='competition_time_limit_in_sealed_play'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('certified_at', None), models.Q(('closes_at__isnull', False), ('closes_at__lte', models.F('certified_at'))), _connector='OR'), name='competition_certified_once_closed'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('access', 'invite'), ('invite', ''), _connector='XOR'), name='competition_invite_code_where_needed'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.UniqueConstraint(fields=('organiser', 'challenge'), name='competition_challenge_once'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('daily', None), ('kind', 'daily'), _connector='XOR'), name='competition_daily_has_its_day'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(('challenge', None), models.Q(('kind', 'challenge'), ('play', 'open')), _connector='OR'), name='competition_challenge_is_open_play'),
        ),
        migrations.AddConstraint(
            model_name='competition',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('kind', 'duel'), _negated=True), ('against', None), ('rematch_of', None)), models.Q(('closes_at__isnull', False), ('closes_once_played', True), ('kind', 'duel'), ('max_entries', 2), ('play', 'sealed')), _connector='OR'), name='competition_duel_is_for_two'),
        ),
        migrations.AddConstraint(
            model_name='dailytally',
            constraint=models.UniqueConstraint(fields=('player', 'game_slug'), name='daily_tally_once_a_game'),
        ),
        migrations.AddConstraint(
            model_name='soughtdeal',
            constraint=models.CheckConstraint(condition=models.Q(('due', True), ('asker', ''), _connector='OR'), name='soughtdeal_forgets_its_asker'),
        ),
        migrations.AddIndex(
            model_name='round',
            index=models.Index(fields=['closes_at'], name='round_closing'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('competition', 'number'), name='round_number_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('number__range', (1, 30))), name='round_number_in_range'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('par_at', None), ('par_proven', None), ('par_score', None)), models.Q(('par_at__isnull', False), ('par_proven__isnull', False), ('par_score__isnull', False)), _connector='OR'), name='round_par_is_whole'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('opens_at', None), ('closes_at', None), ('closes_at__gt', models.F('opens_at')), _connector='OR'), name='round_closes_after_it_opens'),
        ),
        migrations.AddIndex(
            model_name='log',
            index=models.Index(condition=models.Q(('code', ''), _negated=True), fields=['entry', 'round', 'received_at'], name='log_rejected'),
        ),
        migrations.AddIndex(
            model_name='log',
            index=models.Index(condition=models.Q(('attempt__isnull', False)), fields=['round', 'received_at', 'id'], name='log_in_order'),
        ),
        migrations.AddConstraint(
            model_name='log',
            constraint=models.UniqueConstraint(fields=('entry', 'round', 'fingerprint'), name='log_once'),
        ),
        migrations.AddConstraint(
            model_name='log',
            constraint=models.CheckConstraint(condition=models.Q(('attempt', None), ('code', ''), _connector='XOR'), name='log_is_an_attempt_or_says_why_not'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['competition', 'joined_at', 'id'], name='entry_joined'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['competition', 'changed'], name='entry_changed'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('look', None)), fields=['joined_at'], name='entry_without_a_look'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('disqualified_at__isnull', False)), fields=['competition'], name='entry_disqualified'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('filed', False)), fields=['player', 'joined_at'], name='entry_not_filed'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('competition', 'player'), name='entry_once_a_player'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('competition', 'event'), name='entry_numbered_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(condition=models.Q(('look__isnull', False)), fields=('competition', 'look'), name='entry_look_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(condition=models.Q(('shape__isnull', False)), fields=('competition', 'shape'), name='entry_shape_once'),
        ),
        migrations.AddConstraint(
            model_name='badge',
            constraint=models.UniqueConstraint(fields=('competition', 'number'), name='badge_numbered_once'),
        ),
        migrations.AddConstraint(
            model_name='badge',
            constraint=models.UniqueConstraint(fields=('competition', 'look'), name='badge_look_once'),
        ),
        migrations.AddConstraint(
            model_name='badge',
            constraint=models.UniqueConstraint(fields=('competition', 'shape'), name='badge_shape_once'),
        ),
        migrations.AddConstraint(
            model_name='badge',
            constraint=models.CheckConstraint(condition=models.Q(('entry__isnull', False), models.Q(('newcomer', False), ('used_at', None)), _connector='OR'), name='badge_used_by_somebody'),
        ),
        migrations.AddIndex(
            model_name='attempt',
            index=models.Index(fields=['player', 'ended_at', 'id'], name='attempt_of_player'),
        ),
        migrations.AddIndex(
            model_name='attempt',
            index=models.Index(condition=models.Q(('counts', True)), fields=['round', 'score'], name='attempt_place'),
        ),
        migrations.AddIndex(
            model_name='attempt',
            index=models.Index(condition=models.Q(('ended_at', None)), fields=['times_out_at'], name='attempt_running'),
        ),
        migrations.AddIndex(
            model_name='attempt',
            index=models.Index(condition=models.Q(('ended_at', None)), fields=['round'], name='attempt_running_in_round'),
        ),
        migrations.AddIndex(
            model_name='attempt',
            index=models.Index(condition=models.Q(('event__isnull', False)), fields=['entry', 'round', 'event'], name='attempt_in_order'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(fields=('entry', 'round', 'number'), name='attempt_number_once'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(fields=('round', 'event'), name='attempt_numbered_once'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('entry', 'round'), name='attempt_running_once_a_round'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(condition=models.Q(('counts', True)), fields=('entry', 'round'), name='attempt_counts_once_a_round'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='attempt_number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.CheckConstraint(condition=models.Q(('won', False), ('finished', True), _connector='OR'), name='attempt_won_is_finished'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('counts', False), ('ended_at', None), ('finished', False), ('score', None)), models.Q(('ended_at__isnull', False), ('score__isnull', False)), _connector='OR'), name='attempt_ends_with_a_score'),
        ),
        migrations.AddConstraint(
            model_name='act',
            constraint=models.UniqueConstraint(fields=('competition', 'event'), name='act_numbered_once'),
        ),
        migrations.AddConstraint(
            model_name='act',
            constraint=models.CheckConstraint(condition=models.Q(('actor__isnull', False), models.Q(('staff', ''), _negated=True), _connector='XOR'), name='act_of_a_player_or_of_the_staff'),
        ),
        migrations.AddConstraint(
            model_name='followerfailure',
            constraint=models.UniqueConstraint(fields=('follower', 'competition', 'event'), name='failure_once_an_event'),
        ),
        migrations.AddIndex(
            model_name='followercursor',
            index=models.Index(condition=models.Q(('taken__lt', models.F('until'))), fields=['follower'], name='cursor_behind'),
        ),
        migrations.AddConstraint(
            model_name='followercursor',
            constraint=models.UniqueConstraint(fields=('competition', 'follower'), name='cursor_once_a_follower'),
        ),
        migrations.AddConstraint(
            model_name='followercursor',
            constraint=models.CheckConstraint(condition=models.Q(('taken__lte', models.F('until'))), name='cursor_not_ahead'),
        ),
        migrations.AddIndex(
            model_name='ghost',
            index=models.Index(fields=['player', 'started_at'], name='ghost_of_player'),
        ),
        migrations.AddIndex(
            model_name='ghost',
            index=models.Index(fields=['started_at'], name='ghost_by_age'),
        ),
        migrations.AddConstraint(
            model_name='ghost',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('player', 'round'), name='ghost_running_once_a_round'),
        ),
        migrations.AddConstraint(
            model_name='ghost',
            constraint=models.CheckConstraint(condition=models.Q(('won', False), ('finished', True), _connector='OR'), name='ghost_won_is_finished'),
        ),
        migrations.AddConstraint(
            model_name='ghost',
            constraint=models.CheckConstraint(condition=models.Q(('finished', False), ('ended_at__isnull', False), _connector='OR'), name='ghost_finished_has_ended'),
        ),
        migrations.AddConstraint(
            model_name='ghost',
            constraint=models.CheckConstraint(condition=models.Q(('ended_at', None), ('score__isnull', False), _connector='XOR'), name='ghost_ends_with_a_score'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(fields=['accepted_at'], name='delivery_accepted'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('again', True)), fields=['hook'], name='delivery_again'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(fields=('hook', 'number'), name='delivery_numbered_once'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(condition=models.Q(('accepted_at', None)), fields=('hook',), name='delivery_one_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(('again', False), ('accepted_at__isnull', False), _connector='OR'), name='delivery_again_once_accepted'),
        ),
        migrations.AddConstraint(
            model_name='keptanswer',
            constraint=models.UniqueConstraint(fields=('caller', 'path', 'key'), name='kept_answer_once'),
        ),
        migrations.AddConstraint(
            model_name='keptanswer',
            constraint=models.CheckConstraint(condition=models.Q(('status', None), models.Q(('body', ''), _negated=True), _connector='OR'), name='kept_answer_has_a_body'),
        ),
        migrations.AddConstraint(
            model_name='leaf',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('before', None), ('number', 0)), models.Q(('before__isnull', False), ('number', django.db.models.expressions.CombinedExpression(models.F('before'), '+', models.Value(1)))), _connector='OR'), name='leaf_follows_the_one_before'),
        ),
        migrations.AddIndex(
            model_name='measure',
            index=models.Index(fields=['player', 'at', 'id'], name='measure_of_player'),
        ),
        migrations.AddConstraint(
            model_name='measure',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'suspend'), ('until__isnull', False)), models.Q(models.Q(('kind', 'suspend'), _negated=True), ('until', None)), _connector='OR'), name='measure_ends_if_it_suspends'),
        ),
        migrations.AddConstraint(
            model_name='measure',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='measure_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.UniqueConstraint(fields=('circle', 'player'), name='member_once_a_circle'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.UniqueConstraint(fields=('circle', 'look'), name='member_look_once_a_circle'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.UniqueConstraint(fields=('circle', 'shape'), name='member_shape_once_a_circle'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.UniqueConstraint(condition=models.Q(('owns', True)), fields=('circle',), name='circle_owned_once'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.UniqueConstraint(fields=('attempt', 'ply'), name='move_once_a_ply'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['player', 'at', 'id'], name='notice_of_player'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['at'], name='notice_at'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('mail_at__isnull', False)), fields=['mail_at'], name='notice_to_mail'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(fields=('player', 'type', 'key'), name='notice_once'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(('type__in', ['opens', 'closing', 'certified', 'overtaken', 'duel', 'decided', 'rematch', 'circle', 'webhook', 'act'])), name='notice_type_known'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(condition=models.Q(('rounds__gte', 10)), fields=['game_slug', '-rating', 'player'], name='rating_in_order'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('player', 'game_slug'), name='rating_once_a_game'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['at', 'id'], name='report_in_order'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(condition=models.Q(('settled_at', None)), fields=['target'], name='report_open'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(fields=('reporter', 'target'), name='report_once_a_reporter'),
        ),
        migrations.AddIndex(
            model_name='sign',
            index=models.Index(fields=['at'], name='sign_in_order'),
        ),
        migrations.AddConstraint(
            model_name='sign',
            constraint=models.UniqueConstraint(fields=('attempt', 'kind'), name='sign_once_a_kind'),
        ),
        migrations.AddConstraint(
            model_name='statechange',
            constraint=models.UniqueConstraint(fields=('competition', 'event'), name='state_numbered_once'),
        ),
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.UniqueConstraint(fields=('player', 'everyone', 'game_slug', 'score'), name='tally_once_a_score'),
        ),
        migrations.AddIndex(
            model_name='filedresult',
            index=models.Index(fields=['player', 'everyone', 'ended_at', 'attempt'], name='filed_of_player'),
        ),
        migrations.AddConstraint(
            model_name='filedresult',
            constraint=models.UniqueConstraint(fields=('filed_round', 'player'), name='filed_once_a_round'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(fields=['player', 'game_slug', 'certified_at', 'rated_round'], name='rating_change_of_player'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('rated_round', 'player'), name='rating_change_once_a_round'),
        ),
        # They find jobs that are done, and those being done, without reading those that wait.
        migrations.RunSQL(
            sql="CREATE INDEX job_finished ON django_tasks_database_dbtaskresult (finished_at) WHERE finished_at IS NOT NULL",
            reverse_sql="DROP INDEX job_finished",
        ),
        migrations.RunSQL(
            sql="CREATE INDEX job_running ON django_tasks_database_dbtaskresult (started_at) WHERE status = 'RUNNING'",
            reverse_sql="DROP INDEX job_running",
        ),
    ]
