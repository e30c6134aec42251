"""Reading untrusted text, sentences that can be translated, and writing files atomically."""
