// Pseudo-terminals and processes on them, for tests: functions that Swift cannot call or must not use (fork).
#ifndef LISTKIT_CPSEUDOTERMINAL_H
#define LISTKIT_CPSEUDOTERMINAL_H

#include <stddef.h>
#include <sys/types.h>

#include "OutputScanner.h"
#include "ProcessActivity.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// Opens a pseudo-terminal; returns the descriptor of the terminal emulator's side, and in `path` the name of
// the other side. Returns -1 on failure.
int pseudo_terminal_open(int lines, int columns, char *path, size_t path_size);

// Changes the size; the process group in the foreground receives a SIGWINCH.
int pseudo_terminal_resize(int terminal, int lines, int columns);

// Starts a program in a new session. `terminal` becomes its controlling terminal, open as descriptor 4 and as
// each standard file for which `standard_files` contains -1; without a terminal, -1 means /dev/null.
// `control` (or -1) becomes descriptor 3. The working directory is `directory`, or that of the caller.
// Returns the process, or -1.
pid_t session_spawn(const char *program, char *_Nullable const *_Nonnull arguments,
                    char *_Nullable const *_Nonnull environment, const char *_Nullable terminal,
                    const char *_Nullable directory, const int standard_files[_Nonnull 3], int control);

// Opens two connected sockets, which programs started later do not inherit. Returns 0 or -1.
int session_socket_pair(int ends[_Nonnull 2]);

// Opens a pipe, which programs started later do not inherit. Returns 0 or -1.
int session_pipe(int ends[_Nonnull 2]);

// Finds the path of the file that contains this code: the test bundle. Returns 0 or -1.
int session_own_path(char *path, size_t path_size);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif
