"""The best arrangement of many hands by tables over suit rows."""
