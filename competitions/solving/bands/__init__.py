"""Deals in a band, drawn and solved before anybody sees them. Only the band of a deal is published."""
