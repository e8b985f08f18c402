"""The pages of series: make one from a contest, its dates and its table, and what its organiser can do."""
