"""Every act and every kind of event: whoever imports this has all files of ``acts/`` read in."""

from importlib import import_module
from pkgutil import iter_modules

from facedown.table import acts
from facedown.table.acting import ACTS
from facedown.table.state import KINDS

for _module in sorted(module.name for module in iter_modules(acts.__path__)):
    import_module(f"{acts.__name__}.{_module}")

__all__ = ["ACTS", "KINDS"]
