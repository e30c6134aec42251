"""The commands of Tractor."""
