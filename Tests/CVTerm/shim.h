// libvterm, a terminal without a window. Functions for macros over unions, which Swift cannot import.
#ifndef LISTKIT_CVTERM_SHIM_H
#define LISTKIT_CVTERM_SHIM_H

#include <vterm.h>

static inline int cv_is_default(VTermColor color) {
  return VTERM_COLOR_IS_DEFAULT_FG(&color) || VTERM_COLOR_IS_DEFAULT_BG(&color);
}
static inline int cv_is_indexed(VTermColor color) { return VTERM_COLOR_IS_INDEXED(&color); }
static inline int cv_index(VTermColor color) { return color.indexed.idx; }
static inline int cv_red(VTermColor color) { return color.rgb.red; }
static inline int cv_green(VTermColor color) { return color.rgb.green; }
static inline int cv_blue(VTermColor color) { return color.rgb.blue; }

// A cell without padding and unused bytes, so that equal cells are equal in memory.
typedef struct {
  uint32_t chars[VTERM_MAX_CHARS_PER_CELL];
  uint32_t foreground, background;
  uint16_t attributes;
  uint16_t width;
} cv_cell;

static inline uint32_t cv_plain_color(VTermColor color) {
  if (cv_is_default(color)) return 0;
  if (cv_is_indexed(color)) return 1u << 24 | color.indexed.idx;
  return 2u << 24 | (uint32_t)color.rgb.red << 16 | (uint32_t)color.rgb.green << 8 | color.rgb.blue;
}

// Copies a line of the screen.
static inline void cv_copy_line(VTermScreen *screen, int line, int columns, cv_cell *cells) {
  for (int column = 0; column < columns; column++) {
    VTermScreenCell cell;
    VTermPos place = {.row = line, .col = column};
    vterm_screen_get_cell(screen, place, &cell);
    cv_cell *copy = cells + column;
    int has_ended = 0;
    for (int index = 0; index < VTERM_MAX_CHARS_PER_CELL; index++) {
      has_ended |= cell.chars[index] == 0;
      copy->chars[index] = has_ended ? 0 : cell.chars[index];
    }
    // A cell that was never written looks like a cell with a space.
    if (copy->chars[0] == 0) copy->chars[0] = ' ';
    copy->foreground = cv_plain_color(cell.fg);
    copy->background = cv_plain_color(cell.bg);
    copy->attributes = (uint16_t)(cell.attrs.bold | cell.attrs.underline << 1 | cell.attrs.italic << 3 |
                                  cell.attrs.blink << 4 | cell.attrs.reverse << 5 | cell.attrs.strike << 6);
    copy->width = (uint16_t)cell.width;
    // The second half of a wide character looks like the first; libvterm keeps its former content there.
    if (copy->chars[0] == (uint32_t)-1 && column > 0) {
      copy->foreground = copy[-1].foreground;
      copy->background = copy[-1].background;
      copy->attributes = copy[-1].attributes;
    }
    // A space without lines and without reverse shows only its background.
    if (copy->chars[0] == ' ' && !cell.attrs.underline && !cell.attrs.reverse && !cell.attrs.strike) {
      copy->foreground = 0;
      copy->attributes = 0;
    }
  }
}

#endif
