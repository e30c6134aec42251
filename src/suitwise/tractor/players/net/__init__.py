"""The trained player of Tractor: the plays it looks at, what its network reads of them, how it plays."""
