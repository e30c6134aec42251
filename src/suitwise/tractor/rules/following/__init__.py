"""What a follower owes: the rule on masks, the duty as an object, all legal plays."""
