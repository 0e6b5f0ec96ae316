"""The golden-test harness: run both sides of a target on many inputs and judge what they did."""
