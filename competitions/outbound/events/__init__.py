"""The events of a competition, in the order in which one viewer came to know them."""
