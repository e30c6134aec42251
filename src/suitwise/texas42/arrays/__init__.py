"""Texas 42 as flat records: packed hands, playouts, the rule-based policy, stepped games."""
