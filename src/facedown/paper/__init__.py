"""What is printed: cards as they are drawn on the pages, sheets and books, as PDF, SVG and PNG."""
