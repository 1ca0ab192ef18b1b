// The activity of a process's threads, so that tests need no clock to decide whether it is busy or waiting.
#ifndef LISTKIT_PROCESSACTIVITY_H
#define LISTKIT_PROCESSACTIVITY_H

#include <sys/types.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

typedef struct {
  // Whether a thread runs, waits for a processor, or waits for a disk.
  int is_running;
  // The time that its threads have run, in nanoseconds. Ended threads do not count, so the sum may decrease.
  unsigned long long ran;
  // The number of times that a processor was assigned to its threads; may decrease in the same way.
  unsigned long long turns;
} process_activity;

// Returns 0, or -1 if the process does not exist or the system does not report its activity.
int process_activity_read(pid_t process, process_activity *activity);

// Adds up all processes of a session. Returns 0, or -1 if the system does not report their activity.
int session_activity_read(pid_t session, process_activity *activity);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif
