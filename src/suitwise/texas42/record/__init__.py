"""Records of hands and matches of Texas 42: their text, and the judge of their faults."""
