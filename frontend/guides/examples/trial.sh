WEBHOOK_PRIVATE=1 python3 manage.py serve
