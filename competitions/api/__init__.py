"""The REST API: forms read what comes in, resources write what goes out, and views stand between them."""
