"""The paper's own algorithms, as printed and corrected, for the tests and the explanation."""
