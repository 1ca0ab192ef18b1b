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
  // Nanoseconds that its threads ran. A thread that ends takes its time with it, so the sum may fall.
  unsigned long long ran;
  // How often they were given a processor; falls in the same way.
  unsigned long long turns;
} process_activity;

// Returns 0; or -1 where the process is gone or the system does not tell.
int process_activity_read(pid_t process, process_activity *activity);

// The sum over all processes of a session. Returns 0; or -1 where the system does not tell.
int session_activity_read(pid_t session, process_activity *activity);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif
