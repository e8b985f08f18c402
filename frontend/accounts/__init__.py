"""The pages of accounts: allauth's views and forms, adapted to this site."""
