"""Hidden hands of Tractor: what a seat knows, the worlds it can't tell apart, redealing."""
