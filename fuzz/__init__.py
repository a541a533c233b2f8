"""Coverage-guided fuzzing of what reads foreign bytes: ``python -m fuzz reader CORPUS… [-max_total_time=60]``."""
