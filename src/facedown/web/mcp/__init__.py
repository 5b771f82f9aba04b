"""The games as tools of the Model Context Protocol: ``facedown[mcp]``; docs/mcp.md shows them."""
