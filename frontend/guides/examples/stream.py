"""Prints who leads a contest, whenever that changes. python stream.py CONTEST"""

import json
import sys
import time
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

SITE = "https://evendeal.example"
contest = sys.argv[1].rpartition("/c/")[2]  # the whole address works, too
version, leader, pause = None, None, 5.0


def messages():
    """Yields the messages of one connection. Stores the newest version, and how long to wait before
    the next connection."""
    global version, pause
    known = {} if version is None else {"Last-Event-ID": version}
    with urlopen(Request(f"{SITE}/api/v1/competitions/{contest}/stream", headers=known), timeout=45) as lines:
        for line in lines:
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field == "id":
                version = value
            elif field == "retry":
                pause = int(value) / 1000
            elif field == "data":
                yield json.loads(value)


while True:
    try:
        for message in messages():
            if message["type"] == "state" and message["state"] in ("final", "cancelled"):
                print(f"The contest is {message['state']}.")
                sys.exit()
            if message["type"] == "standings" and message["results"]:
                first = message["results"][0]
                if first["rank"] and first["player"]["name"] != leader:
                    leader = first["player"]["name"]
                    print(f"{leader} leads with {first['total']}.", flush=True)
    except HTTPError as refused:
        if refused.code not in (429, 502, 503, 504):
            told = json.load(refused)
            sys.exit(f"{told['code']}: {told['detail']}")
        pause = float(refused.headers.get("Retry-After", pause))
    except (URLError, OSError):
        pass  # the connection was lost
    time.sleep(pause)
