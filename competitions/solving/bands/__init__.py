"""Deals in a band: drawn and solved before anybody sees them. Nobody is told more of one than its band."""
