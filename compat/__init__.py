"""What production imports: argparse parsers generated from dataclasses, section by section."""
