"""The forms of a gate's report: for people, for pull requests, and for machines."""
