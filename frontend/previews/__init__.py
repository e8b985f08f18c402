"""What a shared link shows before anybody opens it: words and a picture, drawn from public facts alone."""
