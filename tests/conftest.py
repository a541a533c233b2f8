"""How thoroughly Hypothesis searches: ``pytest --hypothesis-profile=quick|ci|search``.

``quick`` and ``ci`` try the same examples on every machine, so a red test stays red; ``search``
looks for new ones and is for a person with time.
"""

from hypothesis import settings

settings.register_profile("quick", max_examples=25, deadline=None, derandomize=True)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, print_blob=True)
settings.register_profile("search", max_examples=1000, deadline=None, print_blob=True)
settings.load_profile("quick")
