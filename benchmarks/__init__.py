"""How fast timecore is, side by side with what it is compared to: ``./run python -m benchmarks``."""
