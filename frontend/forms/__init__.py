"""What forms of several pages share: fields, refusals beside them, keys that end."""
