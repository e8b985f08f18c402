"""Deals in a band, which is a promise about a deal, such as that it can be won. They are drawn and solved
before anybody sees them. Until the round is closed, the site keeps and shows no other result of the solving,
such as par."""
