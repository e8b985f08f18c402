"""The live scoreboard: what changed is announced once, and a feed tells everyone who watches."""
