"""The judge format of Tractor: read as a stream, judged, explained."""
