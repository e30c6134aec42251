"""The duty of a follower as an object, its best service, and all legal plays, counted and found."""
