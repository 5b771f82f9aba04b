"""How the documents become a site: `.venv/bin/sphinx-build docs build/site`."""

import re
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

import facedown

project = "Facedown"
project_copyright = "The Facedown authors, MIT licence"
release = facedown.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["schema"]

TOLD = "|".join(
    re.escape(module)
    for page in (Path(__file__).parent / "reference").glob("*.md")
    for module in re.findall(r"automodule:: (\S+)", page.read_text("utf-8"))
)
"""The modules that the reference goes through."""

# A reference that leads nowhere is an error of the build. But signatures name types of other
# libraries, and of modules that the reference leaves out, without being asked.
nitpicky = True
nitpick_ignore_regex = [
    ("py:attr", r".*"),  # what a record holds is told in its docstring
    ("py:.*", r"(?!facedown).*"),
    ("py:class", rf"(?!({TOLD})\.\w+$).*"),
    ("py:class", r"facedown\..*\.(Found|Job|OnArrays|R|Record|Result|Word)"),
]
suppress_warnings = ["ref.python"]  # in a signature a name may be that of several classes
myst_heading_anchors = 3  # games.md#a-heading, down to the third

default_role = "code"  # docstrings set names between single backticks
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_preserve_defaults = True
autodoc_use_type_comments = False
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 80
add_module_names = False  # a heading has the name of the module
toc_object_entries = False  # the list of a page's headings is long enough without its functions

html_theme = "furo"
html_title = "Facedown"
html_theme_options = {  # the colours of the pages, see web/assets/style.css
    "light_css_variables": {
        "color-background-primary": "#fffdf8",
        "color-background-secondary": "#f5f2ea",
        "color-brand-primary": "#1d6168",
        "color-brand-content": "#1d6168",
        "color-brand-visited": "#1d6168",
        "color-api-name": "#1d6168",
    },
    "dark_css_variables": {
        "color-background-primary": "#15171b",
        "color-background-secondary": "#1d2026",
        "color-brand-primary": "#7fcdc4",
        "color-brand-content": "#7fcdc4",
        "color-brand-visited": "#7fcdc4",
        "color-api-name": "#7fcdc4",
    },
}
html_favicon = "../src/facedown/web/assets/icon.svg"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False


def lead_to_rules(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Links to the rulebooks, which lie in the games' folders, lead to their pages here."""
    source[0] = re.sub(r"\.\./src/facedown/games/(\w+)/rulebook\.md", r"rules/\1.md", source[0])


def setup(app: Sphinx) -> None:
    """Called by Sphinx before it builds."""
    app.add_lexer("rules", TextLexer)
    app.connect("source-read", lead_to_rules)
