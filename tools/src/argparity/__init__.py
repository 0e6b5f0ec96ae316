"""Replace hand-written argparse parsers by dataclasses, section by section, with proof.

`argparity.compat` is what production imports, `argparity.legacy` holds frozen parsers, and
`argparity.golden` is the harness, which needs the extra `golden`.
"""
