export PUBLIC_URL=https://patience.example
export SECRET_KEY=$(cat ~/evendeal.secret)
export DATABASE_URL=postgresql://evendeal:password@localhost:5432/evendeal
export REDIS_URL=redis://localhost:6379/0
export TRUSTED_PROXIES=1
python3 manage.py check --deploy
python3 manage.py migrate
python3 manage.py serve --port 8001
