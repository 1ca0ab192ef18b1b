// Loaded before a program that runs under valgrind, which writes to the mask that sigsuspend is given. That of the
// dispatch library, in which the main thread of a Swift program waits, is in memory that cannot be written.
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return (int)syscall(SYS_rt_sigsuspend, &copy, 8);
}
