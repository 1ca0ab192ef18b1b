// There are no functions to call: linking the library is enough.
