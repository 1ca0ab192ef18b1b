// A library to preload into a program under valgrind, which writes to the mask that sigsuspend is given. The
// mask of the dispatch library, with which the main thread of a Swift program waits, is in read-only memory.
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return (int)syscall(SYS_rt_sigsuspend, &copy, 8);
}
