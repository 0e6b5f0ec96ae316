"""The cases of a run, their order, and which of them no verdict can do without."""
