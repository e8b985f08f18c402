"""Makes a contest, prints its standings, and ends it once PLAYERS have played. python evening.py PLAYERS"""

import asyncio
import sys

from evendeal import AsyncClient
from evendeal.errors import RateLimited


async def main(players):
    async with await AsyncClient.as_guest("https://evendeal.example", "Host of the evening") as host:
        contest = await host.create("Our evening", [{"game": "three-by-three"}], access="unlisted")
        print("Play at", contest["url"], flush=True)
        async for message in host.watch(contest["id"]):
            if message["type"] == "standings":
                ranked = [row for row in message["results"] if row["rank"] is not None]
                for row in ranked:
                    print(row["rank"], row["player"]["name"], row["total"])
                if len(ranked) >= players:
                    break
        await host.close_competition(contest["id"])
        await host.certify(contest["id"])
        async for log in host.logs(contest["id"]):
            print(log["player"]["name"], "made", len(log["moves"]), "moves")


try:
    asyncio.run(main(int(sys.argv[1])))
except RateLimited as limited:
    sys.exit(f"Too many requests: come again in {limited.retry_after} seconds.")
