"""Independent, slow oracles that the tests compare the package with."""
