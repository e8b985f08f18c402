"""`manage.py site`: PostgreSQL, Redis, web processes, a worker and a proxy, to try the real thing.

supervisord starts the parts, starts those again that die, and stops all of them.
"""
