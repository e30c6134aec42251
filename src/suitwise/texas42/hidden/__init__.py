"""Hidden hands of Texas 42: what a seat knows, the worlds it can't tell apart, redealing."""
