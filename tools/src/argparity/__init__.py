"""Replace hand-written argparse parsers with dataclasses, section by section, with proof.

Production imports `argparity.compat`; `argparity.legacy` holds frozen parsers; `argparity.golden`
is the harness, which needs the extra `golden`.
"""
