"""The battery: deterministic cases that enumerate what both parsers take, layer by layer."""

from golden.battery.build import build_battery
from golden.battery.touch import sections_touched

__all__ = ["build_battery", "sections_touched"]
