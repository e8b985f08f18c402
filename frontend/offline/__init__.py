"""Pages without a network: what the service worker keeps."""
