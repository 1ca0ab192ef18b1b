// Takes the place of read(2) in the program it is linked into, and in the libraries that program uses. Where SLOW_READ is
// set, a key that a terminal holds is not read before it has been thrown away: so what a ctrl-c throws away between the
// question whether there is something to read and the reading, it does so in every run.
#define _GNU_SOURCE  // syscall
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CSlowRead.h"

#ifdef __linux__
ssize_t read(int file, void *buffer, size_t count) {
  int waiting = 0;
  if (getenv("SLOW_READ") != NULL && isatty(file) && ioctl(file, FIONREAD, &waiting) == 0) {
    // A key that comes now is for the next reading, or the test would not be told.
    if (waiting == 0) {
      errno = EAGAIN;
      return -1;
    }
    // Tells the test, in a string that terminals ignore.
    static const char mark[] = "\033]777;slow-read\007";
    int terminal = open("/dev/tty", O_WRONLY | O_CLOEXEC);
    syscall(SYS_write, terminal, mark, sizeof mark - 1);
    close(terminal);
    while (ioctl(file, FIONREAD, &waiting) == 0 && waiting > 0) poll(NULL, 0, 1);
  }
  return syscall(SYS_read, file, buffer, count);
}
#endif
