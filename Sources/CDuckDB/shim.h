// The one structure of <duckdb.h> that its functions take by value; the library itself is loaded at run time.
#ifndef LISTKIT_CDUCKDB_SHIM_H
#define LISTKIT_CDUCKDB_SHIM_H

#include <stdint.h>

typedef struct {
  uint64_t column_count, row_count, rows_changed;
  void *columns;
  char *error;
  void *internal_data;
} duckdb_result;

#endif
