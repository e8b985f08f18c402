"""Code for the forms of several pages: their fields, refusals beside the fields, and a box that ends the
player's keys."""
