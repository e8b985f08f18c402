"""Makes an open contest, joins it, and plays it. python generated.py NAME"""

import sys

from evendeal_client import AuthenticatedClient, Client
from evendeal_client.api.attempts import finish_attempt, play_moves
from evendeal_client.api.competitions import create_competition, join_competition, start_attempt
from evendeal_client.api.guests import create_guest
from evendeal_client.models import (
    CompetitionForm,
    CompetitionFormAccess,
    CompetitionFormPlay,
    EntryForm,
    GuestForm,
    MovesForm,
    Problem,
    RoundForm,
    RoundFormGame,
)

API = "https://evendeal.example/api/v1"


def good(answer):
    """Return the answer. A refusal ends the program instead."""
    if isinstance(answer, Problem):
        sys.exit(f"{answer.code}: {answer.detail}")
    return answer


guest = good(create_guest.sync(client=Client(base_url=API), body=GuestForm(name=sys.argv[1])))
client = AuthenticatedClient(base_url=API, token=guest.token)
settings = CompetitionForm(
    name="Made by a generated client",
    access=CompetitionFormAccess.UNLISTED,
    play=CompetitionFormPlay.OPEN,
    rounds=[RoundForm(game=RoundFormGame.WISH)],
)
contest = good(create_competition.sync(client=client, body=settings))
good(join_competition.sync(contest.id, client=client, body=EntryForm()))
attempt = good(start_attempt.sync(contest.id, 1, client=client))
view = attempt.view
while view.legal:
    moves = MovesForm(ply=view.ply, moves=view.legal[:1])
    view = good(play_moves.sync(attempt.id, client=client, body=moves)).view
print(contest.url, good(finish_attempt.sync(attempt.id, client=client)).score)
