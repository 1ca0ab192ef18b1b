// Tests with random worlds need no import of their own for it.

@_exported public import SeededRandom
