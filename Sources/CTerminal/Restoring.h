// The interfaces between the files of this target that restore the terminal; not for other targets.
#ifndef LISTKIT_RESTORING_H
#define LISTKIT_RESTORING_H

#include <signal.h>
#include <stddef.h>

// --- TerminalOutput.c: everything except the first two functions is async-signal-safe. ---

// Stores `tty`, a descriptor of the terminal with its own open file description that does not block, and
// opens the file that replaces the terminal for all other descriptors. Returns -1 on failure.
int terminal_output_open(int tty);

// Removes the registered descriptors and closes its own. `tty` stays open.
void terminal_output_close(void);

// Redirects every registered descriptor to /dev/null: data that other threads still write, and modes they
// still set, no longer reach the terminal.
void terminal_output_take_away(void);

// Writes all bytes unless the terminal was closed. If the terminal accepts no bytes, its unread output is
// discarded, so this returns within about a second.
void terminal_output_send(const char *bytes, size_t count);

// Writes as many bytes as the terminal accepts; discards nothing.
void terminal_output_send_text(const char *bytes, size_t count);

// Whether the terminal accepted no bytes in the last write.
int terminal_output_is_stalled(void);

// The time of a clock that is never set back.
long terminal_milliseconds(void);

// --- RequestWatch.c: ends the program if it does not answer a request to end. ---

// Starts the thread that watches (once). Returns -1 on failure.
int terminal_watch_open(void);

// Reports a request to end. Async-signal-safe.
void terminal_watch_request(int signal);

// --- SignalPipe.c ---

// Open a pipe that no child inherits. Return -1 on failure; both ends are -1 then.
int terminal_pipe_open(int ends[2]);
int terminal_pipe_open_nonblocking(int ends[2]);

// --- StandardStreamCapture.c ---

// Starts a thread that handles no signals. Returns the error number.
int terminal_thread_start(void *(*body)(void *));

// From now on captures what is written to standard output and standard error if they are the terminal `tty`.
// Does nothing if the system has no descriptors or threads left.
void terminal_capture_start(int tty);

// Restores both, and writes the captured output to the terminal: its start and its end if it was long.
// Async-signal-safe.
void terminal_capture_release(void);

// --- CrashSignals.c ---

// Whether an action is the handler that restores the terminal and ends the program.
int terminal_crashes_would_end(const struct sigaction *action);

#endif
