"""The frozen parser of target megatron."""
