"""The best arrangement of a hand by one scan over the ranks."""
