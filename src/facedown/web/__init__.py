"""Pages, live updates and a JSON interface over :mod:`facedown.table`; knows no game by name.

docs/web.md tells how the pages work, docs/api.md how a program plays.
"""
