"""Notices: what players are told of what happens, once, in the page at once, and by mail if they like."""
