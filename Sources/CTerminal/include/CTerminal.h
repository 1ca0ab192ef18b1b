// What has to be C because it runs inside signal handlers, where Swift must not: restoring the terminal
// when the program dies, and passing signals on to the event loop. And what Swift cannot import.
#ifndef LISTKIT_CTERMINAL_H
#define LISTKIT_CTERMINAL_H

#include <stddef.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// --- TerminalRestorer.c: the terminal is restored whatever ends the program. ---

// Remembers the modes of the terminal at `tty`, a descriptor of its own whose open file description does not block.
// Call before curses, which changes the modes at once. Returns -1 on failure.
int terminal_restorer_open(int tty);

// Disarms and forgets the terminal.
void terminal_restorer_close(void);

// From now on every way to end the program first sends `bytes` and sets the modes remembered. What is
// written to a standard error that is the terminal is kept until then, so that it neither spoils the
// picture nor is lost with it. May be repeated.
void terminal_restorer_arm(const char *bytes, size_t count);

// Replaces the bytes to send (they depend on the screen's size). From one thread at a time.
void terminal_restorer_set_bytes(const char *bytes, size_t count);

// The caller has restored the terminal itself. Shows what was written to standard error.
void terminal_restorer_disarm(void);

// Restores the terminal now, once, within about a second even where it takes nothing. Afterwards every
// registered output leads to /dev/null. Async-signal-safe.
void terminal_restorer_restore(void);

// --- TerminalOutput.c: what others write to the terminal. ---

// Registers a descriptor through which the terminal is written to or its modes are set. One that others are
// copied over is registered after them. At most eight, until the restorer is closed.
void terminal_restorer_register_output(int output);

// Says that the calling thread is about to write to the terminal.
void terminal_restorer_note_drawing_thread(void);

// --- CrashSignals.c: signals that end the program. ---

// Restores the terminal when one of them comes, and then does what would have happened without.
void terminal_crashes_catch(void);

// Reinstalls the handlers that were installed before.
void terminal_crashes_release(void);

// --- SignalPipe.c: signals as bytes the event loop can wait for. ---

// Opens the pipe (once) and returns the end to read: one byte a signal. Returns -1 on failure.
int terminal_signals_open(void);

// Passes `signal` on to the pipe, unless the program was started with it ignored.
void terminal_signals_catch(int signal);

// Reinstalls the handlers that were installed before, for all signals passed on.
void terminal_signals_release(void);

// Says that the event loop lives: the third SIGINT, SIGTERM or SIGHUP without a sign of life between
// them ends the program at once.
void terminal_signals_acknowledge(void);

// Stops the process as `signal` would have (0: only if it is not in the foreground of `tty`). Returns when
// the process goes on in the foreground.
void terminal_signals_stop_process(int tty, int signal);

// Lets ctrl-c and ctrl-\ be for another program, which has the terminal until the second call.
void terminal_signals_lend_keys(void);
void terminal_signals_take_keys_back(void);
// The signal of such a key that came since they were lent, or since the last key was forgotten; 0 for none.
int terminal_signals_lent_key(void);
// Forgets the key that the other program had, once it has come for this one as well.
void terminal_signals_forget_lent_key(void);

// --- StartingChildren.c: the gate through which children come, closed while the process stops or ends. ---

// A child is about to be started; terminal_children_did_start() follows, once it is another program or was not
// started. Waits while the gate is closed.
void terminal_children_will_start(void);
void terminal_children_did_start(void);

// Closes the gate, and sees to it that no child is between its birth and the program it is to become; returns within
// half a second or so.
//
// posix_spawn() waits for its child in the kernel, where a thread cannot be stopped. A ctrl-z is for a child as well
// that is in the process's group yet: it stops before it is another program. So the thread waits for the child, the
// process, which is stopped when all its threads are, for the thread, and the shell for the process, for ever.
void terminal_children_close_gate(void);
void terminal_children_open_gate(void);

// --- AlternateStack.c: handlers that run when the stack is used up. ---

// Gives the calling thread a stack for signal handlers, if it has none.
void terminal_alternate_stack_install(void);

// Does so for every thread of libdispatch, where tasks and queues run, before it works.
void terminal_alternate_stack_install_everywhere(void);

// --- AnonymousFile.c ---

// Opens a file without a name, which is gone when it is closed. Returns -1 on failure, and where the process may not
// write files large enough for a frame.
int terminal_anonymous_file(void);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif
