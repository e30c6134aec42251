"""How plays are cut into the blocks of a throw: rules on one array of integers."""
