"""A game as people see it at a terminal: seats by name, signs of suits, colours, a box for a result.

Output that goes elsewhere, to a file or another program, has none of it: there a session tells its own
plain text.
"""
