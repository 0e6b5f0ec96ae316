"""Drop-in for flame's configuration: ``from .config_manager import JobConfig``."""
