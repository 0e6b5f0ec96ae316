"""Parsers of argparse, read as tables, walked, edited and put back; its private attributes."""
