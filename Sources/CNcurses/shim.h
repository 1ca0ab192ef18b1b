// The parts of <curses.h> that Swift cannot import directly, each with the reason. Everything else that the
// Swift code uses (newterm, wadd_wchnstr, doupdate, …) is imported directly.
#ifndef LISTKIT_CNCURSES_SHIM_H
#define LISTKIT_CNCURSES_SHIM_H

// The wide-character interface. SwiftPM does not accept the -D flags of ncursesw.pc, which request it.
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#undef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1

// Functions instead of macros: Swift sees only functions.
#ifndef NCURSES_NOMACROS
#define NCURSES_NOMACROS 1
#endif

// Debian has the header in its own folder; Homebrew's pkg-config adds it to the search path.
#if __has_include(<ncursesw/curses.h>)
#include <ncursesw/curses.h>
#include <ncursesw/term.h>
#else
#include <curses.h>
#include <term.h>
#endif

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// --- Global variables: Swift 6 rejects shared mutable state, even on the main actor. ---

static inline WINDOW *_Nullable cn_stdscr(void) { return stdscr; }
static inline WINDOW *_Nullable cn_curscr(void) { return curscr; }
static inline int cn_colors(void) { return COLORS; }
static inline int cn_color_pairs(void) { return COLOR_PAIRS; }

// --- Macros with casts, which are not imported. ---

static const attr_t cn_attribute_bold = A_BOLD;
static const attr_t cn_attribute_dim = A_DIM;
static const attr_t cn_attribute_italic = A_ITALIC;
static const attr_t cn_attribute_underline = A_UNDERLINE;
static const attr_t cn_attribute_reverse = A_REVERSE;

// nl_langinfo(CODESET): the constant is an enumerator on Linux and a number elsewhere.
static inline const char *_Nullable cn_codeset(void) { return nl_langinfo(CODESET); }

// --- Declarations hidden from Swift. ---

// glibc shows wcwidth() only under _XOPEN_SOURCE, which Swift's Glibc module is built without.
extern int wcwidth(wchar_t character);
static inline int cn_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }

// --- Calls that need C types. ---

// Sets a cell: a spacing character, up to four marks (0 = none), attributes, and a colour pair. setcchar()
// accepts a pair beyond `short` only in its untyped last argument, and only since ncurses 6.1.
static inline int cn_set_cell(cchar_t *cell, unsigned int base, unsigned int mark0, unsigned int mark1,
                              unsigned int mark2, unsigned int mark3, attr_t attributes, int pair) {
  const wchar_t text[6] = {(wchar_t)base,  (wchar_t)mark0, (wchar_t)mark1,
                           (wchar_t)mark2, (wchar_t)mark3, 0};
#if defined(NCURSES_EXT_COLORS) && NCURSES_EXT_COLORS
  int extended = pair;
  return setcchar(cell, text, attributes, (short)(pair > 32767 ? 32767 : pair), &extended);
#else
  return setcchar(cell, text, attributes, (short)pair, NULL);
#endif
}

// Colours beyond `short` (direct colours) need the extended call, which old headers lack.
static inline int cn_define_pair(int pair, int foreground, int background) {
#if defined(NCURSES_EXT_COLORS) && NCURSES_EXT_COLORS
  return init_extended_pair(pair, foreground, background);
#else
  return init_pair((short)pair, (short)foreground, (short)background);
#endif
}

// Terminfo returns -1 for a string of another kind and NULL for one that the terminal lacks; here both are
// NULL. The const cast saves a copy: terminfo only reads the name.
static inline const char *_Nullable cn_terminfo_string(const char *name) {
  const char *text = tigetstr((char *)name);
  return text == (const char *)-1 ? NULL : text;
}

// Looks up a terminal type in the terminfo database before newterm() does. Returns 1 for a terminal that can
// move its cursor, 0 for one that cannot, -1 for an unknown type. Unless it returns -1, terminfo's other
// functions refer to that type until cn_end_description(). In C because of `cur_term`, another global
// variable.
static inline int cn_begin_description(const char *type, int file, void *_Nullable *_Nonnull previous) {
  *previous = cur_term;
  int error = 0;
  if (setupterm((char *)type, file, &error) != OK) {
    set_curterm((TERMINAL *)*previous);
    return -1;
  }
  return cn_terminfo_string("cup") != NULL;
}

static inline void cn_end_description(void *_Nullable previous) {
  TERMINAL *described = set_curterm((TERMINAL *)previous);
  del_curterm(described);
}

// tparm() is variadic, which Swift does not import. Returns the string for `cup`: move the cursor.
static inline const char *_Nullable cn_move_cursor(int line, int column) {
  const char *cup = cn_terminfo_string("cup");
  return cup == NULL ? NULL : tparm((char *)cup, (long)line, (long)column, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

// Returns the string for `csr`: the lines that scroll.
static inline const char *_Nullable cn_change_scroll_region(int top, int bottom) {
  const char *csr = cn_terminfo_string("csr");
  return csr == NULL ? NULL : tparm((char *)csr, (long)top, (long)bottom, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif
