"""Text read and written: options, lines, words, what is quoted, files written whole."""
