// libvterm, a terminal without a window. What Swift cannot import: macros over unions.
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

#endif
