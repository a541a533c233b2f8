"""How Sphinx builds the documentation: ``./run sphinx-build --fail-on-warning docs docs/_build``."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.inspect import TypeAliasForwardRef
from sphinx.util.nodes import make_refnode

from timecore import __version__

project = "timecore"
author = "the timecore authors"
copyright = author  # noqa: A001 - Sphinx calls it so
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
smartquotes_action = "qe"  # quotes and ellipses; the dashes of --seed stay two

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["timecore.css"]
html_title = f"timecore {__version__}"
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

autodoc_class_signature = "mixed"
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
# What these stand for is said once, where they are documented.
autodoc_type_aliases = {name: f"timecore.{name}" for name in ("Actor", "Hidden", "Seat", "Viewer")}
TypeAliasForwardRef.__repr__ = lambda self: self.name  # Sphinx forgets it inside of other types
python_maximum_signature_line_length = 80
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

napoleon_numpy_docstring = False
napoleon_attr_annotations = False  # the signature has the types
napoleon_use_rtype = False

# A name that a text or a signature links to must be documented. The world outside is not ours, and a type
# variable needs no words.
nitpicky = True
nitpick_ignore_regex = [
    (r"py:.*", r"(attrs|collections|enum|fractions|hypothesis|os|pathlib|st|types|typing)\b.*"),
    (r"py:.*", r"(.*\.)?[MSO]"),
]


def setup(app: Sphinx) -> None:
    """Tell Sphinx of what stands below."""
    app.connect("autodoc-skip-member", skip_fields_of_tuples)
    app.connect("autodoc-process-docstring", keep_first_sentence, priority=400)  # before napoleon
    app.connect("missing-reference", find_public_name)


def skip_fields_of_tuples(
    app: Sphinx, what: str, name: str, found: Any, skip: bool, options: Any
) -> bool | None:
    """The fields of a named tuple stand in its docstring already."""
    return True if type(found).__name__ == "_tuplegetter" else None


def keep_first_sentence(
    app: Sphinx, what: str, name: str, found: Any, options: Any, lines: list[str]
) -> None:
    """Keep napoleon from reading "The state: a copy" as a type and a text."""
    if what in ("attribute", "data", "property"):
        lines[:0] = ["..", ""]  # an empty comment


def find_public_name(
    app: Sphinx, env: BuildEnvironment, node: nodes.Element, link: nodes.Element
) -> nodes.Element | None:
    """Find what the code calls ``Game`` or ``timecore.game.Game`` by its public name, ``timecore.Game``."""
    if node.get("refdomain") != "py":
        return None
    objects = env.domains.python_domain.objects
    parts = node["reftarget"].split(".")
    for first in range(len(parts)):
        name = ".".join(parts[first:])
        found = [one for one in objects if one.endswith(f".{name}")]
        if f"timecore.{name}" in found:
            found = [f"timecore.{name}"]
        if len(found) == 1:
            there = objects[found[0]]
            return make_refnode(app.builder, node["refdoc"], there.docname, there.node_id, link, found[0])
    return None
