"""The battery: deterministic cases that enumerate what both parsers take, layer by layer."""

from argparity.golden.inputs.battery.build import build_battery
from argparity.golden.inputs.battery.touch import sections_touched

__all__ = ["build_battery", "sections_touched"]
