"""Megatron's training and validation arguments."""
