"""Every combo of a hand: counted, listed, the maximal and the best ones."""
