"""What forms of several pages share: fields, refusals beside them, ending all keys."""
