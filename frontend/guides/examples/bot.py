"""A bot that plays every open round of a contest: it makes any legal move. python bot.py CONTEST NAME"""

import json
import random
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API = "https://evendeal.example/api/v1"
contest, name = sys.argv[1:]
contest = contest.rpartition("/c/")[2]  # the whole address works, too
token = None


def ask(path, body=None):
    """Send a GET, or a POST if there is a body, and return the answer's JSON. A refusal ends the program."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(API + path, data, headers)) as answer:
            return json.load(answer)
    except HTTPError as refused:
        told = json.load(refused)
        sys.exit(f"{told['code']}: {told['detail']} {told.get('errors', '')}")


token = ask("/guests", {"name": name, "bot": True})["token"]
ask(f"/competitions/{contest}/entries", {})
for part in ask(f"/competitions/{contest}")["rounds"]:
    if part["state"] != "open":
        continue
    attempt = ask(f"/competitions/{contest}/rounds/{part['number']}/attempts", {})
    view = attempt["view"]
    while not view["finished"] and view["ply"] < 500:
        move = random.choice(view["legal"])
        view = ask(f"/attempts/{attempt['id']}/moves", {"ply": view["ply"], "moves": [move]})["view"]
    ended = ask(f"/attempts/{attempt['id']}/finish", {})
    print(f"Round {part['number']}, {part['game']}: {ended['score']}")
