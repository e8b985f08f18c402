psql "$DATABASE_URL" --command 'ALTER TABLE competitions_entry DROP COLUMN filed'
python3 manage.py migrate
