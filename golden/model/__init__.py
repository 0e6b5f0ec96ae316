"""The nouns: a case, its observation as type-tagged trees, and a mismatch between two of them."""
