"""Plays every open round of a contest, from what a player at the table sees. python player.py CONTEST NAME"""

import random
import sys

from evendeal import Client
from evendeal.seeing import Sight

contest, name = sys.argv[1:]
with Client.as_guest("https://evendeal.example", name, bot=True) as bot:
    bot.join(contest)
    for part in bot.competition(contest)["rounds"]:
        if part["state"] != "open":
            continue
        with bot.table(bot.start(contest, part["number"])) as table:
            while table.view["legal"] and table.view["ply"] < 500:
                table.play(random.choice(table.view["legal"]))
            ended = table.finish()
        print(f"Round {part['number']}, {part['game']}: {Sight(table.view).outcome}; score {ended['score']}")
