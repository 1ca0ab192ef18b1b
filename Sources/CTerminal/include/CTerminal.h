// What has to be C because it runs inside signal handlers, where Swift must not: giving the terminal
// back when the program dies, and passing signals on to the event loop. And what Swift cannot import.
#ifndef LISTKIT_CTERMINAL_H
#define LISTKIT_CTERMINAL_H

#include <stddef.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// --- TerminalGuard.c: the terminal is given back whatever ends the program. ---

// Remembers the modes of the terminal at `tty`. Call before curses changes them: newterm() does so
// itself. Returns 0, or -1 if `tty` is no terminal.
int terminal_guard_save_modes(int tty);

// Takes the terminal: from now on every way to end the program first sends `bytes` and sets the modes
// remembered. With `captures_stderr`, what is written to a standard error that is a terminal is kept
// until then, so that it neither spoils the picture nor is lost with it. May be repeated.
void terminal_guard_arm(int tty, const char *bytes, size_t count, int captures_stderr);

// Replaces the bytes to send (they depend on the screen's size).
void terminal_guard_set_bytes(const char *bytes, size_t count);

// Ends the guard: the caller has given the terminal back. Shows what was written to standard error.
void terminal_guard_disarm(void);

// Gives the terminal back now, once. Async-signal-safe.
void terminal_guard_restore(void);

// --- SignalPipe.c: signals as bytes the event loop can wait for. ---

// Opens the pipe (once) and returns the end to read: one byte a signal. Returns -1 on failure.
int terminal_signals_open(void);

// Passes `signal` on to the pipe, unless the program was started with it ignored.
void terminal_signals_catch(int signal);

// Gives all signals passed on back to whoever had them before.
void terminal_signals_release(void);

// Says that the event loop lives: the third SIGINT, SIGTERM or SIGHUP without a sign of life between
// them ends the program at once.
void terminal_signals_acknowledge(void);

// Stops the process as `signal` would have (0: only if it is not in the foreground of `tty`). Returns when
// the process goes on in the foreground.
void terminal_signals_stop_process(int tty, int signal);

// --- AlternateStack.c: handlers that run when the stack is used up. ---

// Gives the calling thread a stack for signal handlers, if it has none.
void terminal_alternate_stack_install(void);

// --- NamelessFile.c ---

// Opens a file that nobody else sees and that is gone when it is closed. Returns -1 on failure.
int terminal_nameless_file(void);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif
