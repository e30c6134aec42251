"""What every package builds on: compiled rules, arrays, and reading and writing text."""
