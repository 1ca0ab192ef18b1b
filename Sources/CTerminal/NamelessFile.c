#define _GNU_SOURCE  // memfd_create
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "CTerminal.h"

int terminal_nameless_file(void) {
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
