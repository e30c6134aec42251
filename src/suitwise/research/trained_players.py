"""Makes trained networks known as players by name, where it is imported: that is all that it does."""

from suitwise.research.trained import register

register()
