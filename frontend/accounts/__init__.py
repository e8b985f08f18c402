"""Accounts on pages: how allauth's views, which read and check the forms, are made ours."""
