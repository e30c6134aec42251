"""The rules of Indian rummy: its cards and the showdown."""
