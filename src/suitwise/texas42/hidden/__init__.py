"""Hidden hands of Texas 42: the knowledge of a seat, the worlds it can't tell apart, redealing."""
