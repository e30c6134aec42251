"""The rules of Indian rummy: its cards, and how a seat stands."""
