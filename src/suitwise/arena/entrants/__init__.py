"""Who takes part: modules that make players known, and what tells one player from its successor."""
