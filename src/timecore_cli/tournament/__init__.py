"""`timecore tournament` and its commands, a module each."""
