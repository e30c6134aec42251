"""Records of matches of Tractor: as text, written, replayed."""
