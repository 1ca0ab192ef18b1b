#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A member of a JSON object, or an element of a JSON array, as offsets in the bytes read.
typedef struct {
  /// The name, without its quotes; empty for an element of an array.
  size_t name_start, name_end;
  /// The value as written, a string with its quotes, without white space around it.
  size_t value_start, value_end;
} CSimdJSONMember;

/// Reads the members of the object, or the elements of the array, in `bytes`.
///
/// The result is valid until the next call on the same thread.
///
/// \returns The number of members or elements; -1 if the bytes are neither an object nor an array, or not
/// valid.
ptrdiff_t csimdjson_members(const uint8_t *bytes, size_t count, const CSimdJSONMember **members);

#ifdef __cplusplus
}
#endif

#endif
