"""The pages of series: the form that makes a series from a contest, the page with its dates and its table,
and what its organiser can do."""
