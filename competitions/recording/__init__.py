"""What happens in a competition: everything gets a number as it is written, in the order of the commits."""
