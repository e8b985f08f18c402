"""The pages, one module each: read what was asked, call one use case or read, show it."""
