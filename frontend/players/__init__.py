"""What the page of a player shows: their games, one of them closely, their results, and how the viewer does
against them."""
