"""Deals in a band, which are drawn and solved before anybody sees them. Only the band of such a deal is
published."""
