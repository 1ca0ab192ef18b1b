#include "CSimdJSON.h"

#include <simdjson.h>

#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <vector>

namespace {

using namespace simdjson;

/// The buffers of a thread. The bytes are copied once, because simdjson reads beyond their end.
struct Reader {
  ondemand::parser parser;
  std::vector<uint8_t> padded;
  std::vector<CSimdJSONMember> members;

  /// Larger buffers, in bytes, are not kept for the next call.
  static constexpr size_t kept = 1 << 20;

  ptrdiff_t read(const uint8_t *bytes, size_t count) {
    members.clear();
    if (padded.size() < count + SIMDJSON_PADDING) padded.resize(count + SIMDJSON_PADDING);
    if (count != 0) std::memcpy(padded.data(), bytes, count);
    std::memset(padded.data() + count, 0, SIMDJSON_PADDING);

    ondemand::document document;
    if (parser.iterate(padded.data(), count, padded.size()).get(document)) return -1;
    ondemand::json_type type;
    if (document.type().get(type)) return -1;
    bool failed = true;
    if (type == ondemand::json_type::object) {
      ondemand::object object;
      failed = document.get_object().get(object) || read(object);
    } else if (type == ondemand::json_type::array) {
      ondemand::array array;
      failed = document.get_array().get(array) || read(array);
    }
    // Text after the value, as in `[12.5] text`, makes it invalid.
    const char *rest;
    if (!failed && !document.current_location().get(rest)) failed = true;
    return failed ? -1 : static_cast<ptrdiff_t>(members.size());
  }

  bool read(ondemand::object object) {
    for (auto result : object) {
      ondemand::field field;
      if (std::move(result).get(field)) return true;
      // The name ends at the first quote that no backslash escapes.
      const uint8_t *name = reinterpret_cast<const uint8_t *>(field.key().raw());
      const uint8_t *end = name;
      while (*end != '"') end += *end == '\\' ? 2 : 1;
      CSimdJSONMember member{offset(name), offset(end), 0, 0};
      if (read(field.value(), member)) return true;
      members.push_back(member);
    }
    return false;
  }

  bool read(ondemand::array array) {
    for (auto result : array) {
      ondemand::value value;
      if (std::move(result).get(value)) return true;
      CSimdJSONMember member{0, 0, 0, 0};
      if (read(value, member)) return true;
      members.push_back(member);
    }
    return false;
  }

  bool read(ondemand::value value, CSimdJSONMember &member) {
    ondemand::json_type type;
    if (value.type().get(type)) return true;
    std::string_view text;
    if (type == ondemand::json_type::object) {
      ondemand::object object;
      if (value.get_object().get(object) || object.raw_json().get(text)) return true;
    } else if (type == ondemand::json_type::array) {
      ondemand::array array;
      if (value.get_array().get(array) || array.raw_json().get(text)) return true;
    } else {
      text = value.raw_json_token();
      while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    }
    member.value_start = offset(reinterpret_cast<const uint8_t *>(text.data()));
    member.value_end = member.value_start + text.size();
    return false;
  }

  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

  size_t offset(const uint8_t *place) const { return static_cast<size_t>(place - padded.data()); }
};

thread_local std::unique_ptr<Reader> current;

}  // namespace

ptrdiff_t csimdjson_members(const uint8_t *bytes, size_t count, const CSimdJSONMember **members) {
  try {
    if (!current || current->padded.size() > Reader::kept) current = std::make_unique<Reader>();
    ptrdiff_t result = current->read(bytes, count);
    *members = current->members.data();
    return result;
  } catch (const std::bad_alloc &) {
    return -1;
  }
}
