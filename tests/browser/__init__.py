"""The page in a real browser; a package, so that the browser is closed when its tests are done.

Playwright keeps an event loop running in this thread, in which no other test could start its own.
"""
