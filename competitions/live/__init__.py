"""The live scoreboard: what changed is announced once, and a hub tells everyone who watches."""
