"""The foundation of all rooms: rules compiled and run over arrays, text read and written."""
