"""The inputs of cases: enumerated, composed at random, and reduced to the smallest that shows."""
