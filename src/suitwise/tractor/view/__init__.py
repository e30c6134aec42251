"""What a seat sees: plain data and events (``sight``), arrays for learning (``observation``)."""
