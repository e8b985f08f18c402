"""The pages, one module each: read the request, call one use case or one read, show the result."""
