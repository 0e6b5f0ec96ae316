"""Drop-in for flame's configuration: ``from compat.flame.config_manager import JobConfig``."""
