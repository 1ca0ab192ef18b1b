// How the files of this target restore the terminal together; none of it is for others.
#ifndef LISTKIT_RESTORING_H
#define LISTKIT_RESTORING_H

#include <signal.h>
#include <stddef.h>

// --- TerminalOutput.c: all of it is async-signal-safe but the first two. ---

// Remembers `tty`, a descriptor of the terminal with an open file description of its own that does not
// block, and opens the file that replaces the terminal for all other descriptors. Returns -1 on failure.
int terminal_output_open(int tty);

// Forgets the registered descriptors and closes its own. `tty` stays open.
void terminal_output_close(void);

// Redirects every registered descriptor to /dev/null: what other threads still write, and modes they still set, no
// longer reach the terminal.
void terminal_output_take_away(void);

// Writes all bytes unless the terminal is gone. What the terminal has not read so far is thrown away if it
// takes nothing, so this returns within a second.
void terminal_output_send(const char *bytes, size_t count);

// Writes as many bytes as the terminal takes; throws away nothing.
void terminal_output_send_text(const char *bytes, size_t count);

// Whether the terminal took nothing when it was last sent something.
int terminal_output_is_stalled(void);

// --- StandardStreamCapture.c ---

// From now on keeps what is written to standard output and standard error, as far as they are the terminal `tty`.
// Does nothing where the system has no descriptor or thread left.
void terminal_capture_start(int tty);

// Puts both back and shows on the terminal what was kept: beginning and end, where it was much.
// Async-signal-safe.
void terminal_capture_release(void);

// --- CrashSignals.c ---

// Whether a handler is the one that gives the terminal back and ends the program.
int terminal_crashes_would_end(const struct sigaction *action);

#endif
