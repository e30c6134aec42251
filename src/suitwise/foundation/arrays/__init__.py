"""One text of a rule, three ways to run it; work on arrays of rows, on all cores or a GPU."""
