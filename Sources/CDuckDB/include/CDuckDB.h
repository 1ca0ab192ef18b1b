// What Databases needs of C beside DuckDB's library, which is loaded at run time.
#ifndef LISTKIT_CDUCKDB_H
#define LISTKIT_CDUCKDB_H

#include <stdbool.h>
#include <stdint.h>

// The one structure of <duckdb.h> that its functions take by value.
typedef struct {
  uint64_t column_count, row_count, rows_changed;
  void *columns;
  char *error;
  void *internal_data;
} duckdb_result;

// Loads a library that defines what a module of Python needs of Python, so that the module can be loaded where there is
// no library of Python. Nothing in it may be called. False if that is not possible.
bool python_symbols_load(const char *module);

#endif
