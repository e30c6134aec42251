"""How moves of gin rummy are weighed: likely hands of the other, deals played on in them."""
