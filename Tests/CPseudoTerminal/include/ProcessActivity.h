// What the threads of a process do, so that tests need not guess with clocks whether it is busy or waits.
#ifndef LISTKIT_PROCESSACTIVITY_H
#define LISTKIT_PROCESSACTIVITY_H

#include <sys/types.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef struct {
  // Whether some thread runs, waits for a processor, or waits for a disk.
  int is_running;
  // Nanoseconds that its threads ran, and that they were ready while others had the processor.
  unsigned long long ran, waited;
  // How often they were given a processor. A thread that ends takes its turns with it, so the sum may fall.
  unsigned long long turns;
} process_activity;

// Returns 0; or -1 where the process is gone or the system does not tell.
int process_activity_read(pid_t process, process_activity *activity);

// The same of the calling thread.
int process_activity_read_own(process_activity *activity);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif
