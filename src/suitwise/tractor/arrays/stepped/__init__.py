"""A deal of Tractor in arrays, from the first card drawn or the first lead: record, course, numbers."""
