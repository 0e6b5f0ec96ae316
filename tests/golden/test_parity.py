"""The gate on the targets of this project, as its users would have it in their own suites."""

from __future__ import annotations

import pytest

from argparity.golden.testing import parity_tests

pytestmark = pytest.mark.slow

test_flame = parity_tests("flame")
test_megatron = parity_tests("megatron")
