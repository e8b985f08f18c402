"""Deals in a band, i.e. deals that keep a promise, for example that they can be won. They are drawn and
solved before anybody sees them. Until the round is closed, the site keeps and shows no other result of the
solving, such as par."""
