"""Tables in several processes: each keeps those whose code begins with one of its slots."""
