"""What every page asks of a request: who looks, what it names, what it may cost, how it is answered."""
