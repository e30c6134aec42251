"""Players of Rummikub."""
