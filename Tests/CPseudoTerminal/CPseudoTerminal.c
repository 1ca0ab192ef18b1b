#define _GNU_SOURCE  // ptsname_r, dladdr, addchdir_np
#include "CPseudoTerminal.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

// posix_spawn's actions open descriptors below this in the child; descriptors that are passed on are above.
#define LOW_DESCRIPTORS 10

int pseudo_terminal_open(int lines, int columns, char *path, size_t path_size) {
#ifdef __linux__
  int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
#else
  int terminal = posix_openpt(O_RDWR | O_NOCTTY);
#endif
  if (terminal < 0) return -1;
  fcntl(terminal, F_SETFD, FD_CLOEXEC);
  // ptsname() has one buffer for the entire process: parallel tests would swap terminals.
  if (grantpt(terminal) != 0 || unlockpt(terminal) != 0 || ptsname_r(terminal, path, path_size) != 0 ||
      pseudo_terminal_resize(terminal, lines, columns) != 0) {
    close(terminal);
    return -1;
  }
  return terminal;
}

int pseudo_terminal_resize(int terminal, int lines, int columns) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  size.ws_row = (unsigned short)lines;
  size.ws_col = (unsigned short)columns;
  return ioctl(terminal, TIOCSWINSZ, &size);
}

pid_t session_spawn(const char *program, char *const *arguments, char *const *environment,
                    const char *terminal, const char *directory, const int standard_files[3],
                    int control) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  int high[4] = {-1, -1, -1, -1};
  if (terminal != NULL) {
    // The first terminal that a new session opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 4, terminal, O_RDWR, 0);
  }
  for (int file = 0; file < 3; file++) {
    if (standard_files[file] >= 0) {
      high[file] = fcntl(standard_files[file], F_DUPFD_CLOEXEC, LOW_DESCRIPTORS);
      posix_spawn_file_actions_adddup2(&actions, high[file], file);
    } else if (terminal != NULL) {
      posix_spawn_file_actions_adddup2(&actions, 4, file);
    } else {
      posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_RDWR, 0);
    }
  }
  if (control >= 0) {
    high[3] = fcntl(control, F_DUPFD_CLOEXEC, LOW_DESCRIPTORS);
    posix_spawn_file_actions_adddup2(&actions, high[3], 3);
  }

  if (directory != NULL) posix_spawn_file_actions_addchdir_np(&actions, directory);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // Threads of libdispatch block signals, and child processes inherit the blocked signals.
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  pid_t process = -1;
  if (posix_spawn(&process, program, &actions, &attributes, arguments, environment) != 0) process = -1;
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  for (int index = 0; index < 4; index++) {
    if (high[index] >= 0) close(high[index]);
  }
  return process;
}

#ifdef __linux__
// Otherwise a program that another thread starts at this moment would keep the files open.
int session_socket_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends); }

int session_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
#else
static int close_on_exec(const int ends[2]) {
  for (int index = 0; index < 2; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
  return 0;
}

int session_socket_pair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 ? close_on_exec(ends) : -1;
}

int session_pipe(int ends[2]) { return pipe(ends) == 0 ? close_on_exec(ends) : -1; }
#endif

int session_own_path(char *path, size_t path_size) {
#ifdef __linux__
  // dladdr() returns only the name with which the main program was started.
  ssize_t count = readlink("/proc/self/exe", path, path_size - 1);
  if (count < 0) return -1;
  path[count] = 0;
  return 0;
#else
  Dl_info info;
  if (dladdr((void *)session_own_path, &info) == 0 || strlen(info.dli_fname) >= path_size) return -1;
  strcpy(path, info.dli_fname);
  return 0;
#endif
}
