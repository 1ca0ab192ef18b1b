#define _GNU_SOURCE  // memfd_create
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "CTerminal.h"

// A limit of file sizes (ulimit -f) also applies to files in memory; a process that exceeds it is killed.
#define LEAST_FILE_SIZE (64 * 1024 * 1024)

int terminal_anonymous_file(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < LEAST_FILE_SIZE) {
    errno = EFBIG;
    return -1;
  }
#ifdef __linux__
  return memfd_create("listkit", MFD_CLOEXEC);
#else
  char path[] = "/tmp/listkit-XXXXXX";
  int file = mkstemp(path);
  if (file < 0) return -1;
  unlink(path);
  fcntl(file, F_SETFD, FD_CLOEXEC);
  return file;
#endif
}
