// With this, tests with random data need not import the module.

@_exported public import SeededRandom
