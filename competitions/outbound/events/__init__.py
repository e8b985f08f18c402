"""The events of a competition, in the order in which one viewer could first know them."""
