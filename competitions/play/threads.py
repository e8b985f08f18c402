"""Threads that do the database work of players' sockets. They are separate, so that this work does not delay
other requests."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

from channels.db import database_sync_to_async

from ..standings.long_work import never_wait_for_it

in_move_thread = partial(
    database_sync_to_async,
    thread_sensitive=False,
    executor=ThreadPoolExecutor(max_workers=4, thread_name_prefix="playing", initializer=never_wait_for_it),
)
