"""The live scoreboard: each change is announced once, and a feed tells everyone who watches."""
