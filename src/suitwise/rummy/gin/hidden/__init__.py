"""The cards that a seat of gin rummy can't see: the other hand drawn anew."""
