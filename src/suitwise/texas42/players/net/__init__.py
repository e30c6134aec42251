"""The trained player of Texas 42: what its networks read, how they are evaluated, how it moves."""
