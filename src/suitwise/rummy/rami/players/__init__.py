"""Players of rami."""
