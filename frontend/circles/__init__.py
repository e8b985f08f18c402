"""The pages of circles: their members, their week, what organisers of a circle do."""
