"""The parser that flame's training script had."""
