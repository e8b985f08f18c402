"""The embargo, held from outside: walk every route as everyone, and search what came back."""
