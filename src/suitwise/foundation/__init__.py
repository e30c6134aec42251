"""The base of all packages: compiled rules, batches of rows, and reading and writing text."""
