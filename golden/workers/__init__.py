"""Worker processes that may hang or die, and the jobs that they do."""
