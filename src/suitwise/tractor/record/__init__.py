"""Deals and matches of Tractor as text that people read; read, written, replayed."""
