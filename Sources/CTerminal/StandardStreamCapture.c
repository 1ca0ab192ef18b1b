#define _GNU_SOURCE  // F_DUPFD_CLOEXEC, threads in signal sets
#include "Restoring.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CTerminal.h"

// Output to standard output and standard error would garble the screen and disappear with it. It goes into a
// pipe, and a thread keeps its start and its end. Not into a file in memory, which would grow as long as the
// program runs.

#define HEAD_BYTES (64 * 1024)
#define TAIL_BYTES (64 * 1024)
#define CHUNK_BYTES 4096
// The capacity of a pipe, and a reserve: others may continue writing while the rest is read.
#define CHUNKS_AT_RELEASE 64

static char head[HEAD_BYTES];
static char tail[TAIL_BYTES];  // A ring buffer.
static unsigned long long total;

static int pipe_ends[2] = {-1, -1};
// Standard output and standard error, and copies of their descriptors while they are captured; -1 if not
// captured.
static const int streams[2] = {STDOUT_FILENO, STDERR_FILENO};
static int kept[2] = {-1, -1};
static atomic_int is_capturing;
static atomic_flag lock = ATOMIC_FLAG_INIT;

// A signal handler may have interrupted the thread that holds the lock, so waiting is limited.
#define LOCK_ATTEMPTS 100

static int take_lock(void) {
  for (int attempt = 0; attempt < LOCK_ATTEMPTS; attempt++) {
    if (!atomic_flag_test_and_set(&lock)) return 1;
    poll(NULL, 0, 1);
  }
  return 0;
}

static void append(const char *bytes, size_t count) {
  for (size_t index = 0; index < count; index++, total++) {
    if (total < HEAD_BYTES) {
      head[total] = bytes[index];
    } else {
      tail[(total - HEAD_BYTES) % TAIL_BYTES] = bytes[index];
    }
  }
}

// Returns whether there was anything to read.
static int read_chunk(void) {
  char chunk[CHUNK_BYTES];
  ssize_t count = read(pipe_ends[0], chunk, sizeof chunk);
  if (count > 0) append(chunk, (size_t)count);
  return count > 0;
}

static void *collect(void *unused) {
  for (;;) {
    struct pollfd request = {pipe_ends[0], POLLIN, 0};
    if (poll(&request, 1, -1) <= 0 || !take_lock()) continue;
    read_chunk();
    atomic_flag_clear(&lock);
  }
  return unused;
}

int terminal_thread_start(void *(*body)(void *)) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 256 * 1024);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // Other threads run the handlers.
  pthread_t thread;
  int error = pthread_create(&thread, &attributes, body, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return error;
}

// The pipe and its thread stay as long as the process lives: a child that keeps the writing end must be
// neither blocked nor killed by SIGPIPE after the screen was closed.
static int start_collecting(void) {
  if (pipe_ends[0] >= 0) return 1;
  int ends[2];
  if (terminal_pipe_open(ends) != 0) return 0;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  memcpy(pipe_ends, ends, sizeof ends);
  if (terminal_thread_start(collect) == 0) return 1;
  for (int index = 0; index < 2; index++) close(ends[index]);
  pipe_ends[0] = pipe_ends[1] = -1;
  return 0;
}

static int is_same_terminal(int first, int second) {
  if (!isatty(first)) return 0;
#ifdef TIOCGDEV
  // /dev/tty has its own number; this is the number of the terminal behind it.
  unsigned int numbers[2];
  if (ioctl(first, TIOCGDEV, &numbers[0]) == 0 && ioctl(second, TIOCGDEV, &numbers[1]) == 0) {
    return numbers[0] == numbers[1];
  }
#endif
  struct stat states[2];
  if (fstat(first, &states[0]) != 0 || fstat(second, &states[1]) != 0) return 0;
  return states[0].st_rdev == states[1].st_rdev;
}

void terminal_capture_start(int tty) {
  if (atomic_load(&is_capturing)) return;
  int has_any = 0;
  for (int index = 0; index < 2; index++) {
    if (!is_same_terminal(streams[index], tty)) continue;
    kept[index] = fcntl(streams[index], F_DUPFD_CLOEXEC, 3);
    has_any = has_any || kept[index] >= 0;
  }
  if (!has_any) return;
  if (!start_collecting()) {
    for (int index = 0; index < 2; index++) {
      if (kept[index] >= 0) close(kept[index]);
      kept[index] = -1;
    }
    return;
  }
  atomic_store(&is_capturing, 1);
  for (int index = 0; index < 2; index++) {
    if (kept[index] >= 0) dup2(pipe_ends[1], streams[index]);
  }
}

static void show_number(unsigned long long number) {
  char digits[20];
  size_t count = 0;
  do {
    digits[sizeof digits - ++count] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  terminal_output_send_text(digits + sizeof digits - count, count);
}

static void show(void) {
  if (total <= HEAD_BYTES) {
    terminal_output_send_text(head, (size_t)total);
    return;
  }
  terminal_output_send_text(head, HEAD_BYTES);
  unsigned long long beyond = total - HEAD_BYTES;
  if (beyond <= TAIL_BYTES) {
    terminal_output_send_text(tail, (size_t)beyond);
    return;
  }
  terminal_output_send_text("\n[... ", 6);
  show_number(beyond - TAIL_BYTES);
  static const char words[] = " bytes of output left out ...]\n";
  terminal_output_send_text(words, sizeof words - 1);
  size_t start = (size_t)(beyond % TAIL_BYTES);
  terminal_output_send_text(tail + start, TAIL_BYTES - start);
  terminal_output_send_text(tail, start);
}

void terminal_capture_release(void) {
  if (!atomic_exchange(&is_capturing, 0)) return;
  for (int index = 0; index < 2; index++) {
    if (kept[index] < 0) continue;
    dup2(kept[index], streams[index]);
    close(kept[index]);
    kept[index] = -1;
  }
  int has_lock = take_lock();
  for (int chunk = 0; chunk < CHUNKS_AT_RELEASE && read_chunk(); chunk++) continue;
  show();
  total = 0;
  if (has_lock) atomic_flag_clear(&lock);
}
