"""The judge of finished rounds: reads them as a stream, rules on them, explains them."""
