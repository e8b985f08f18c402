"""The pages of circles: their members, their week, and what owners and members can do."""
