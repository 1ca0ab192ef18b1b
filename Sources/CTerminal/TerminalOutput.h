// Output to the terminal while the program ends: used by the other files of this target only.
#ifndef LISTKIT_TERMINAL_OUTPUT_H
#define LISTKIT_TERMINAL_OUTPUT_H

#include <stddef.h>

// Remembers `tty`, a descriptor of the terminal with an open file description of its own that does not
// block, and opens the file that replaces the terminal for all other descriptors. Returns -1 on failure.
int terminal_output_open(int tty);

// Forgets the registered descriptors and closes its own. `tty` stays open.
void terminal_output_close(void);

// Redirects every registered descriptor to /dev/null: what other threads still write, and modes they still set, no
// longer reach the terminal. Async-signal-safe.
void terminal_output_take_away(void);

// Writes all bytes unless the terminal is gone. What the terminal has not read so far is thrown away if it
// takes nothing, so this returns within a second. Async-signal-safe.
void terminal_output_send(const char *bytes, size_t count);

// Writes as many bytes as the terminal takes; throws away nothing. Async-signal-safe.
void terminal_output_send_text(const char *bytes, size_t count);

// Whether the terminal took nothing when it was last sent something.
int terminal_output_is_stalled(void);

#endif
