"""The trained player of gin rummy: what its networks read, how they are evaluated, how it moves."""
