// Functions that must be in C because they run in signal handlers, where Swift is not safe: they restore the
// terminal when the program dies, and pass signals to the event loop. Also functions that Swift cannot
// import.
#ifndef LISTKIT_CTERMINAL_H
#define LISTKIT_CTERMINAL_H

#include <stddef.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// --- TerminalRestorer.c: restores the terminal however the program ends. ---

// Stores the modes of the terminal at `tty`, a descriptor with its own open file description that does not
// block. Call before curses starts, which changes the modes at once. Returns -1 on failure.
int terminal_restorer_open(int tty);

// Disarms the restorer and removes the terminal.
void terminal_restorer_close(void);

// From now on, however the program ends, it first sends `bytes` and sets the stored modes. Until then, output
// to a standard output or standard error that is the terminal is captured, so that it neither garbles the
// screen nor is lost. May be called again.
void terminal_restorer_arm(const char *bytes, size_t count);

// Replaces the bytes to send (they depend on the screen's size). For one thread at a time.
void terminal_restorer_set_bytes(const char *bytes, size_t count);

// Records that the caller has restored the terminal. Shows the captured output.
void terminal_restorer_disarm(void);

// Restores the terminal now, at most once, within about a second even if it accepts no bytes. Afterwards
// every registered output leads to /dev/null. Returns whether this call restored it. Async-signal-safe.
int terminal_restorer_restore(void);

// --- TerminalOutput.c: the output of others to the terminal. ---

// Registers a descriptor through which the terminal is written to or its modes are set. Register a descriptor
// that is copied over others after them. At most eight, until the restorer is closed.
void terminal_restorer_register_output(int output);

// Copies a file over a descriptor, which no child inherits: on Linux not even one that another thread is starting.
void terminal_output_replace(int output, int file);

// Records that the calling thread is about to write to the terminal.
void terminal_restorer_note_drawing_thread(void);

// --- CrashSignals.c: signals that end the program. ---

// Restores the terminal when one of them arrives, and then lets the signal take its usual effect.
void terminal_crashes_catch(void);

// Reinstalls the handlers that were installed before.
void terminal_crashes_release(void);

// --- SignalPipe.c: signals as bytes that the event loop can wait for. ---

// Opens the pipe and starts its watch (once), and returns the end to read: one byte per signal. Returns -1 on
// failure.
int terminal_signals_open(void);

// Writes `signal` to the pipe when it arrives, unless the program was started with it ignored.
void terminal_signals_catch(int signal);

// Reinstalls the previous handlers of all signals that are passed on.
void terminal_signals_release(void);

// Reports that the program has answered all requests to end. If it neither does so nor gives the terminal back
// within half a second after SIGTERM or SIGHUP, or a second after SIGINT, a thread restores the terminal and ends
// the program with 128 plus the number of the signal (RequestWatch.c). It waits longer for a program that gets no
// processor.
void terminal_signals_acknowledge(void);

// Stops the process as `signal` would (0: only if it is not in the foreground of `tty`). Returns when the
// process continues in the foreground.
void terminal_signals_stop_process(int tty, int signal);

// Leaves ctrl-c and ctrl-\ to another program that has the terminal, until the second call.
void terminal_signals_lend_keys(void);
void terminal_signals_take_keys_back(void);
// Returns the signal of such a key that arrived since the keys were lent, or since the last one was
// discarded; 0 for none.
int terminal_signals_lent_key(void);
// Discards the key that the other program received, after it has arrived here as well.
void terminal_signals_forget_lent_key(void);

// --- StartingChildren.c: the gate for starting children, closed while the process stops or ends. ---

// Call before a child is started, and terminal_children_did_start() once it is another program or has failed
// to start. Waits while the gate is closed.
void terminal_children_will_start(void);
void terminal_children_did_start(void);

// Closes the gate, and waits until no child is between its birth and its program; returns within about half a
// second.
//
// posix_spawn() waits for its child in the kernel, where its thread cannot be stopped. A child that is still
// in the group of this process also receives ctrl-z, and stops before it becomes another program. Then the
// thread would wait for the child, the process for the thread (it is stopped when all its threads are), and
// the shell for the process, for ever.
void terminal_children_close_gate(void);
void terminal_children_open_gate(void);

// Returns the flag of posix_spawn() for a program that begins a session of its own.
int terminal_children_session_flag(void);

// Returns a descriptor that is readable once a child has ended, whose status is not collected by that; -1 if the
// system has none.
int terminal_children_end_descriptor(int child);

// --- AlternateStack.c: stacks for handlers that run after a stack overflow. ---

// Gives the calling thread a stack for signal handlers, if it has none.
void terminal_alternate_stack_install(void);

// Does the same for every thread of libdispatch, on which tasks and queues run, before it works.
void terminal_alternate_stack_install_everywhere(void);

// --- AnonymousFile.c ---

// Opens a file without a name, which is deleted when it is closed. Returns -1 on failure, and if the process
// may not write files large enough for a frame.
int terminal_anonymous_file(void);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif
