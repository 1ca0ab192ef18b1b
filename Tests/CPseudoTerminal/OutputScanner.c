#include "OutputScanner.h"

#include <stdlib.h>
#include <string.h>

enum { GROUND, ESCAPE, CHARSET, SEQUENCE, STRING };

void output_scanner_init(output_scanner *scanner) { memset(scanner, 0, sizeof *scanner); }

// The modes that are set initially: the visible cursor, and wrapping at the end of a line.
static int is_on_at_first(int mode) { return mode == 7 || mode == 25; }

static void set_mode(output_scanner *scanner, int mode, int is_set) {
  // 1048 saves and restores the cursor, so it is not a state.
  if (mode == 1048) return;
  int differs = is_set != is_on_at_first(mode);
  for (int index = 0; index < scanner->mode_count; index++) {
    if (scanner->modes[index] != mode) continue;
    if (!differs) scanner->modes[index] = scanner->modes[--scanner->mode_count];
    return;
  }
  if (differs && scanner->mode_count < OUTPUT_SCANNER_MODES) scanner->modes[scanner->mode_count++] = mode;
}

static void forget_all(output_scanner *scanner) {
  scanner->mode_count = scanner->top = scanner->bottom = 0;
  scanner->keypad = scanner->charset = scanner->style = scanner->inserts = scanner->keyboard = 0;
}

static output_event end_sequence(output_scanner *scanner, int lines, unsigned char final) {
  scanner->body[scanner->length] = 0;
  const char *body = scanner->body;
  char marker = *body >= '<' && *body <= '?' ? *body++ : 0;
  if (marker == '?' && (final == 'h' || final == 'l')) {
    output_event event = OUTPUT_PLAIN;
    for (char *next; *body != 0; body = *next == ';' ? next + 1 : next) {
      int mode = (int)strtol(body, &next, 10);
      if (next == body) break;
      set_mode(scanner, mode, final == 'h');
      if (mode == 2026) event = final == 'h' ? OUTPUT_UPDATE_BEGINS : OUTPUT_UPDATE_ENDS;
    }
    if (event == OUTPUT_UPDATE_BEGINS) scanner->clears = 0;
    return event;
  }
  if (final == 'u' && marker == '>') scanner->keyboard++;
  if (final == 'u' && marker == '<' && scanner->keyboard > 0) scanner->keyboard--;
  if (marker != 0) return OUTPUT_PLAIN;
  switch (final) {
    case 'J':
      if (strcmp(body, "2") == 0) scanner->clears++;
      break;
    case 'h':
    case 'l':
      if (strcmp(body, "4") == 0) scanner->inserts = final == 'h';
      break;
    case 'm': scanner->style = *body != 0 && strcmp(body, "0") != 0 && (scanner->style || strcmp(body, "39;49") != 0); break;
    case 'p':
      if (strcmp(body, "!") == 0) forget_all(scanner);
      break;
    case 'r': {
      char *next;
      int top = (int)strtol(body, &next, 10);
      int bottom = *next == ';' ? (int)strtol(next + 1, NULL, 10) : 0;
      // A region of all lines is no region.
      int is_all = top <= 1 && (bottom == 0 || bottom >= lines);
      scanner->top = is_all ? 0 : top;
      scanner->bottom = is_all ? 0 : bottom;
      break;
    }
    default: break;
  }
  return OUTPUT_PLAIN;
}

static output_event take(output_scanner *scanner, int lines, unsigned char byte) {
  switch (scanner->state) {
    case GROUND:
      if (byte == 0x1B) scanner->state = ESCAPE;
      if (byte == 0x0E) scanner->charset = 1;
      if (byte == 0x0F) scanner->charset = 0;
      break;
    case ESCAPE:
      scanner->state = GROUND;
      scanner->length = 0;
      if (byte == '[') scanner->state = SEQUENCE;
      if (byte == ']' || byte == 'P' || byte == '_' || byte == '^' || byte == 'X') scanner->state = STRING;
      if (byte == '(') scanner->state = CHARSET;
      if (byte == '=') scanner->keypad = 1;
      if (byte == '>') scanner->keypad = 0;
      if (byte == 'c') forget_all(scanner);
      if (byte == 0x1B) scanner->state = ESCAPE;
      break;
    case CHARSET:
      // A truncated sequence ends where the next one starts.
      if (byte != 0x1B) scanner->charset = byte != 'B';
      scanner->state = byte == 0x1B ? ESCAPE : GROUND;
      break;
    case SEQUENCE:
      if (byte >= 0x40 && byte <= 0x7E) {
        scanner->state = GROUND;
        return end_sequence(scanner, lines, byte);
      }
      if (byte == 0x1B) scanner->state = ESCAPE;
      else if (byte >= 0x20 && scanner->length + 1 < (int)sizeof scanner->body) scanner->body[scanner->length++] = (char)byte;
      break;
    case STRING:
      if (byte == 0x07) scanner->state = GROUND;
      // A string ends with an escape sequence; any other escape sequence ends it early.
      if (byte == 0x1B) scanner->state = ESCAPE;
      break;
    default: break;
  }
  return OUTPUT_PLAIN;
}

size_t output_scanner_scan(output_scanner *scanner, int lines, const unsigned char *bytes, size_t count,
                           output_event *event) {
  for (size_t index = 0; index < count; index++) {
    *event = take(scanner, lines, bytes[index]);
    if (*event != OUTPUT_PLAIN) return index + 1;
  }
  *event = OUTPUT_PLAIN;
  return count;
}
