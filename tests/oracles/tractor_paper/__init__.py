"""The paper's own algorithms, as printed and put right, for the tests and the figures of the docs."""
