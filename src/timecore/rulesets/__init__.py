"""The games that come with timecore, one package each. None is imported before it is asked for."""
