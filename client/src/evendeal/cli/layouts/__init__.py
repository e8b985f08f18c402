"""How each game's table is drawn: one module a game, as wide as 80 characters at most."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from evendeal.cli.cards import Canvas
from evendeal.cli.layouts import pyramid, three_by_three, well, winabit, wish
from evendeal.seeing import Sight

#: `draw(canvas, sight, room)` draws the table in `room` lines if it can.
LAYOUTS: Mapping[str, Callable[[Canvas, Sight, int], None]] = {
    "wish": wish.draw,
    "winabit": winabit.draw,
    "well": well.draw,
    "pyramid": pyramid.draw,
    "three-by-three": three_by_three.draw,
}
