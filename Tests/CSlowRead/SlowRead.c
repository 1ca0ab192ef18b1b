// Takes the place of read(2) in the program it is linked into, and in the libraries that program uses: reading
// a terminal begins as many milliseconds late as SLOW_READ says. What arrives or is thrown away in that moment,
// between the question whether there is something to read and the reading, does so in every run.
#define _GNU_SOURCE  // syscall
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "CSlowRead.h"

#ifdef __linux__
ssize_t read(int file, void *buffer, size_t count) {
  const char *delay = getenv("SLOW_READ");
  if (delay != NULL && isatty(file)) {
    struct timespec time = {0, atol(delay) * 1000000};
    nanosleep(&time, NULL);
  }
  return syscall(SYS_read, file, buffer, count);
}
#endif
