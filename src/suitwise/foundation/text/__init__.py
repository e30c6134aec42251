"""Text read and written: options, lines, words, quotations, files written whole."""
