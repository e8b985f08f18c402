"""Deals in a band, which is a promise about a deal, such as that it can be won. They are drawn and solved
before anybody sees them. Only the band of such a deal is published."""
