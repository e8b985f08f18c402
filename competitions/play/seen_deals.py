"""Storing which deals of closed rounds a player has seen, so that these are not dealt to them as new."""

from collections.abc import Sequence

from ..embargo.visibility import Viewpoint
from ..models import Attempt, Player, Round, SeenDeal


def note_seen(seen: Viewpoint, round: Round) -> None:
    """Store that the viewer has seen the cards of a round. Nothing is stored before the round is closed for
    everyone: until then only its players see cards, and deals that players have played are not dealt to them
    as new. One query if the round is stored already, else two."""
    if seen.viewer is not None and seen.opened_up(round):
        _note(seen.viewer, [round.pk])


def note_seen_game(seen: Viewpoint, attempt: Attempt) -> None:
    """Store that the viewer has seen the cards of somebody else's game, as `note_seen` does. For players' own
    games, nothing is stored."""
    if seen.viewer is not None and attempt.player_id != seen.viewer.pk:
        note_seen(seen, attempt.round)


def note_seen_in_practice(*, player: Player, game: str, seed: str) -> None:
    """For each closed round of this game and seed whose deal anybody may play again, store that the player
    has seen its cards."""
    closed = Round.objects.filter(deal__seed=seed, deal__game_slug=game, offered_deal__isnull=False)
    _note(player, list(closed.order_by().values_list("pk", flat=True)))


def _note(player: Player, rounds: Sequence[int]) -> None:
    if not rounds:
        return
    noted = set(SeenDeal.objects.filter(player=player, round__in=rounds).values_list("round", flat=True))
    new = [SeenDeal(player=player, round_id=each) for each in rounds if each not in noted]
    if new:
        SeenDeal.objects.bulk_create(new, ignore_conflicts=True)
