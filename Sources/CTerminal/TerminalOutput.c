#define _GNU_SOURCE  // dup3
#include "Restoring.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "CTerminal.h"

// A terminal that accepts no bytes for this long is stalled: stopped, or behind a connection that hangs.
#define STALL_MILLISECONDS 100
// The same for text that people read, if the terminal accepted the previous output.
#define TEXT_STALL_MILLISECONDS 1000
// Restoring ends after this time in any case.
#define LIMIT_MILLISECONDS 1000

#define OUTPUT_LIMIT 8

static int terminal = -1;
static int null = -1;
// The other descriptors of the terminal. Entries are written before the count that includes them.
static int outputs[OUTPUT_LIMIT];
static atomic_int output_count;
static int stalled;

// The thread that draws, which may be blocked in a write when another thread crashes.
static atomic_long drawing_thread;

int terminal_output_open(int tty) {
  terminal = tty;
  stalled = 0;
  if (null < 0) null = open("/dev/null", O_RDWR | O_CLOEXEC);
  return null < 0 ? -1 : 0;
}

void terminal_output_close(void) {
  atomic_store(&output_count, 0);
  if (null >= 0) close(null);
  null = terminal = -1;
}

void terminal_restorer_register_output(int output) {
  int count = atomic_load(&output_count);
  if (count == OUTPUT_LIMIT) return;
  outputs[count] = output;
  atomic_store(&output_count, count + 1);
}

void terminal_restorer_note_drawing_thread(void) {
#ifdef __linux__
  static _Thread_local long thread;
  if (thread == 0) thread = syscall(SYS_gettid);
  atomic_store_explicit(&drawing_thread, thread, memory_order_relaxed);
#endif
}

void terminal_output_take_away(void) {
  // In reverse order, because a descriptor registered later may be copied over an earlier one.
  for (int index = atomic_load(&output_count) - 1; index >= 0; index--) {
    terminal_output_replace(outputs[index], null);
  }
}

void terminal_output_replace(int output, int file) {
#ifdef __linux__
  dup3(file, output, O_CLOEXEC);
#else
  dup2(file, output);
  fcntl(output, F_SETFD, FD_CLOEXEC);
#endif
}

static void do_nothing(int signal) { (void)signal; }

// Interrupts the call in which the drawing thread is blocked; when the call is restarted, it uses /dev/null.
static void interrupt_drawing_thread(void) {
#ifdef __linux__
  long thread = atomic_load(&drawing_thread);
  if (thread == 0 || thread == syscall(SYS_gettid)) return;
  // SIGPROF is the only suitable signal that libdispatch does not block in its threads. Without the signal, a program
  // that is to end while its terminal accepts nothing (ctrl-s, a stopped ssh) stays for ever in write().
  struct sigaction current;
  if (sigaction(SIGPROF, NULL, &current) != 0) return;
  // Our own handler would end the program, perhaps before the signal for which the terminal is restored.
  if (current.sa_handler == SIG_DFL || current.sa_handler == SIG_IGN || terminal_crashes_would_end(&current)) {
    memset(&current, 0, sizeof current);
    current.sa_handler = do_nothing;
    current.sa_flags = SA_RESTART | SA_ONSTACK;
    sigaction(SIGPROF, &current, NULL);
  }
  syscall(SYS_tgkill, (long)getpid(), thread, (long)SIGPROF);
#endif
}

long terminal_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000L + now.tv_nsec / 1000000L;
}

// Writes until the terminal has accepted no bytes for `patience` milliseconds. Returns the number of bytes it
// accepted, or -1 if it was closed.
static ssize_t write_while_taken(const char *bytes, size_t count, long patience) {
  size_t written = 0;
  long last_progress = terminal_milliseconds();
  while (written < count) {
    ssize_t result = write(terminal, bytes + written, count - written);
    if (result > 0) {
      written += (size_t)result;
      last_progress = terminal_milliseconds();
      continue;
    }
    if (result < 0 && errno != EINTR && errno != EAGAIN) return -1;
    long rest = last_progress + patience - terminal_milliseconds();
    if (rest <= 0) break;
    struct pollfd request = {terminal, POLLOUT, 0};
    poll(&request, 1, (int)rest);
  }
  return (ssize_t)written;
}

void terminal_output_send(const char *bytes, size_t count) {
  long end = terminal_milliseconds() + LIMIT_MILLISECONDS;
  stalled = 0;
  for (;;) {
    ssize_t written = write_while_taken(bytes, count, STALL_MILLISECONDS);
    if (written < 0 || (size_t)written == count || terminal_milliseconds() >= end) return;
    stalled = 1;
    // A blocked writer blocks all other writers.
    interrupt_drawing_thread();
    // None of the discarded bytes was shown, including the start of ours, so send all of them again.
    tcflush(terminal, TCOFLUSH);
  }
}

void terminal_output_send_text(const char *bytes, size_t count) {
  if (write_while_taken(bytes, count, stalled ? STALL_MILLISECONDS : TEXT_STALL_MILLISECONDS) < (ssize_t)count) {
    stalled = 1;
  }
}

int terminal_output_is_stalled(void) { return stalled; }
