"""All that players and organisers do in a contest, to be done at once."""

from collections.abc import Callable, Sequence
from typing import Any

from tests.clients.contests import golden
from tests.clients.rest import Client

from .seats import sit_down


def acts_of_all_kinds(
    owner: Client, crowd: Callable[[Sequence[str]], list[Client]], event: dict[str, Any], *, each: int
) -> tuple[list[Callable[[], int]], list[Client]]:
    """So many join, send two logs each, or end their games, and the organiser changes the contest as often;
    and those who send logs."""
    joining, sending, playing = (crowd([f"{kind} {n}" for n in range(each)]) for kind in ("Jo", "Sen", "Pla"))
    for player in sending:
        player.join(event)
    seats = [sit_down(player, event) for player in playing]
    turns = [golden()["log"]["moves"][:length] for length in range(2)]
    acts = [lambda player=player: player.join(event).status for player in joining]
    acts += [lambda p=player, m=moves: p.submit(event, m).status for player in sending for moves in turns]
    acts += [lambda seat=seat: seat.finish().status for seat in seats]
    acts += [lambda n=n: owner.change(event, about=f"{n} kinds").status for n in range(each)]
    return acts, sending
