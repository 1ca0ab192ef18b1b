#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "CTerminal.h"
#include "Restoring.h"

// The time after a request to end in which the program must give the terminal back, or answer in another way.
// A user who pressed ctrl-c may be asked a question, so that has more time.
#define LIMIT_MILLISECONDS 450
#define KEY_LIMIT_MILLISECONDS 900
// On a busy machine a program that could answer waits for a processor: then it has up to so many times as long, or
// until it has used a processor for half of the limit. Otherwise ctrl-c would lose what a question protects.
#define BUSY_LIMITS 10
#define BUSY_STEP_MILLISECONDS 50

#define ANSWER 0
// Each byte is the signal of a request, or ANSWER.
static int ends[2] = {-1, -1};
static atomic_int is_unanswered;

static void send(unsigned char byte) {
  ssize_t written = write(ends[1], &byte, 1);
  (void)written;  // If the pipe is full, the thread has enough requests.
}

static long processor_milliseconds(void) {
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return used.tv_sec * 1000L + used.tv_nsec / 1000000L;
}

// Whether more threads of the machine are ready to run than it has processors, where the system tells. It
// allocates nothing, because the main loop may have been stopped while it did.
static int is_machine_busy(void) {
  char text[128];
  int file = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  int ready = 0;
  return sscanf(text, "%*s %*s %*s %d/", &ready) == 1 && ready > sysconf(_SC_NPROCESSORS_ONLN);
}

// A thread, because a main loop that works or waits does not run, and a timer would take a signal from the
// program.
static void *watch(void *unused) {
  int request = 0;
  long limit = 0, deadline = 0, next_check = 0, used = 0;
  for (;;) {
    long rest = next_check - terminal_milliseconds();
    struct pollfd news = {ends[0], POLLIN, 0};
    int count = poll(&news, 1, request == 0 ? -1 : rest > 0 ? (int)rest : 0);
    unsigned char byte;
    if (count > 0 && read(ends[0], &byte, 1) == 1) {
      long byte_limit = byte == SIGINT ? KEY_LIMIT_MILLISECONDS : LIMIT_MILLISECONDS;
      long end = terminal_milliseconds() + byte_limit;
      if (byte != ANSWER && request != 0 && end >= deadline) continue;
      request = byte;
      limit = byte_limit;
      deadline = next_check = end;
      used = processor_milliseconds();
    } else if (count == 0) {
      long now = terminal_milliseconds();
      if (now < deadline + limit * (BUSY_LIMITS - 1) && processor_milliseconds() - used < limit / 2 &&
          is_machine_busy()) {
        next_check = now + BUSY_STEP_MILLISECONDS;
        continue;
      }
      // A program that has given the terminal back may take its time.
      if (terminal_restorer_restore()) _exit(128 + request);
      request = 0;
    }
  }
  return unused;
}

int terminal_watch_open(void) {
  if (ends[0] >= 0) return 0;
  int pipe_ends[2];
  if (terminal_pipe_open_nonblocking(pipe_ends) != 0) return -1;
  for (int index = 0; index < 2; index++) ends[index] = pipe_ends[index];
  int error = terminal_thread_start(watch);
  if (error == 0) return 0;
  for (int index = 0; index < 2; index++) {
    close(ends[index]);
    ends[index] = -1;
  }
  errno = error;
  return -1;
}

void terminal_watch_request(int signal) {
  send((unsigned char)signal);
  // Last, so that the answer is behind the request in the pipe.
  atomic_store(&is_unanswered, 1);
}

void terminal_signals_acknowledge(void) {
  if (atomic_exchange(&is_unanswered, 0)) send(ANSWER);
}
