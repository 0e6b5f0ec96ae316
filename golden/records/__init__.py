"""What lasts: goldens, accepted differences, seals, ledger and switches, written atomically."""
