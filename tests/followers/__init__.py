"""Followers, and contests in which much has happened."""
