"""The review of recorded hands: what each call, declaration and play cost."""
