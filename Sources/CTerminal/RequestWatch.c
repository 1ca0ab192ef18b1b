#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "CTerminal.h"
#include "Restoring.h"

// The time after a request to end in which the program must give the terminal back, or answer in another way.
// A user who pressed ctrl-c may be asked a question, so that has more time.
#define LIMIT_MILLISECONDS 450
#define KEY_LIMIT_MILLISECONDS 900

#define ANSWER 0
// Each byte is the signal of a request, or ANSWER.
static int ends[2] = {-1, -1};
static atomic_int is_unanswered;

static void send(unsigned char byte) {
  ssize_t written = write(ends[1], &byte, 1);
  (void)written;  // If the pipe is full, the thread has enough requests.
}

// A thread, because a main loop that works or waits does not run, and a timer would take a signal from the
// program.
static void *watch(void *unused) {
  int request = 0;
  long deadline = 0;
  for (;;) {
    long rest = deadline - terminal_milliseconds();
    struct pollfd news = {ends[0], POLLIN, 0};
    int count = poll(&news, 1, request == 0 ? -1 : rest > 0 ? (int)rest : 0);
    unsigned char byte;
    if (count > 0 && read(ends[0], &byte, 1) == 1) {
      long end = terminal_milliseconds() + (byte == SIGINT ? KEY_LIMIT_MILLISECONDS : LIMIT_MILLISECONDS);
      if (byte != ANSWER && request != 0 && end >= deadline) continue;
      request = byte;
      deadline = end;
    } else if (count == 0) {
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
