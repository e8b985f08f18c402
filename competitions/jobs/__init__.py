"""Work in the background: each job is done by one worker, and by another if that one dies on the way."""
