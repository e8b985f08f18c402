"""Work in the background. Each job is done by one worker. If that worker dies, another worker does the job
again."""
