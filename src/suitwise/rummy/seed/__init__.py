"""The method of the source document, with its faults."""
