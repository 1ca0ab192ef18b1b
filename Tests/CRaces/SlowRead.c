// Replaces read(2) in the program that links it, and in the libraries of that program. If SLOW_READ is set, a
// key in the terminal's buffer is read only after it has been discarded: so a ctrl-c that arrives between the
// check for input and the read discards the key in every run.
#define _GNU_SOURCE  // syscall
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CRaces.h"

#ifdef __linux__
ssize_t read(int file, void *buffer, size_t count) {
  int waiting = 0;
  if (getenv("SLOW_READ") != NULL && isatty(file) && ioctl(file, FIONREAD, &waiting) == 0) {
    // A key that arrives now is for the next read; otherwise the test would not be notified.
    if (waiting == 0) {
      errno = EAGAIN;
      return -1;
    }
    // Notifies the test with a string that terminals ignore.
    static const char mark[] = "\033]777;slow-read\007";
    int terminal = open("/dev/tty", O_WRONLY | O_CLOEXEC);
    syscall(SYS_write, terminal, mark, sizeof mark - 1);
    close(terminal);
    while (ioctl(file, FIONREAD, &waiting) == 0 && waiting > 0) poll(NULL, 0, 1);
  }
  return syscall(SYS_read, file, buffer, count);
}
#endif
