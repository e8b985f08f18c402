"""What the forms of several pages share: fields, refusals shown beside the fields, and a checkbox with which
a player also ends all their API tokens."""
