"""What all rooms stand on: rules compiled and run over arrays, text read and written."""
