"""Series: the same contest every week or month, and one table over all of them."""
