"""What keeps a case to itself: processes, scratch folders, streams, and state put back after it."""
