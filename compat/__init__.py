"""The production package: argparse parsers generated from dataclasses, section by section."""
