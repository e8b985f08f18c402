"""Pages in a real browser. What these tests share starts with the first of them, and ends with the last."""
