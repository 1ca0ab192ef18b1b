// Pseudo-terminals and processes on them, for tests: what Swift cannot call or must not do (fork).
#ifndef LISTKIT_CPSEUDOTERMINAL_H
#define LISTKIT_CPSEUDOTERMINAL_H

#include <stddef.h>
#include <sys/types.h>

#include "OutputScanner.h"
#include "ProcessActivity.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// Opens a pseudo-terminal; returns the side a terminal emulator holds, and in `path` the name of the other.
// Returns -1 on failure.
int pseudo_terminal_open(int lines, int columns, char *path, size_t path_size);

// Changes its size; the process group in its foreground gets a SIGWINCH.
int pseudo_terminal_resize(int terminal, int lines, int columns);

// Starts a program in a session of its own. `terminal` becomes its controlling terminal, open as
// descriptor 4 and, where a file of `standard_files` is -1, as that standard file; without a terminal -1
// means /dev/null. `control` (or -1) becomes its descriptor 3. It works in `directory`, or where the caller
// does. Returns the process, or -1.
pid_t session_spawn(const char *program, char *_Nullable const *_Nonnull arguments,
                    char *_Nullable const *_Nonnull environment, const char *_Nullable terminal,
                    const char *_Nullable directory, const int standard_files[_Nonnull 3], int control);

// Opens two connected sockets, closed in programs started later. Returns 0 or -1.
int session_socket_pair(int ends[_Nonnull 2]);

// Opens a pipe, closed in programs started later. Returns 0 or -1.
int session_pipe(int ends[_Nonnull 2]);

// The file this code was loaded from: the test bundle. Returns 0 or -1.
int session_own_path(char *path, size_t path_size);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif
