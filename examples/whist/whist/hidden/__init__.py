"""What a seat of Whist knows, and the deals that it can not tell apart."""
