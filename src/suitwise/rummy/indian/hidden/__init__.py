"""The cards that a seat of Indian rummy can't see: the other hands drawn anew."""
