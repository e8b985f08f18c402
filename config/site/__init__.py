"""`manage.py site`: PostgreSQL, Redis, web processes, a worker and a proxy, to try the real thing.

supervisord starts the parts, restarts any that dies, and stops all of them in the end.
"""
