"""What a seat sees: plain data and told events (``sight``), and arrays for learning (``observation``)."""
