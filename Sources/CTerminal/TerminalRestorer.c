#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "CTerminal.h"
#include "Restoring.h"

// IDLE, ARMED, or the thread that is restoring the terminal. Only the thread that changes the state from
// ARMED restores it, so that happens once.
enum { IDLE, ARMED };
static atomic_uintptr_t state;
// A child made by fork() must not restore its parent's terminal.
static pid_t owner;

// The maximum wait for another thread that is restoring, which takes about two seconds at most.
#define WAIT_MILLISECONDS 3000

static int terminal = -1;
static struct termios saved_modes;

// Handlers read the buffer at `restore_index` while the other one is written. The version of a buffer is odd
// while it is written, so a handler on another thread notices if the buffer it reads changes.
static struct {
  char bytes[1024];
  size_t count;
  atomic_uint version;
} buffers[2];
static atomic_int restore_index;

int terminal_restorer_open(int tty) {
  if (tcgetattr(tty, &saved_modes) != 0 || terminal_output_open(tty) != 0) return -1;
  terminal = tty;
  owner = getpid();
  return 0;
}

void terminal_restorer_close(void) {
  terminal_restorer_disarm();
  terminal_output_close();
}

void terminal_restorer_set_bytes(const char *bytes, size_t count) {
  int next = 1 - atomic_load(&restore_index);
  atomic_fetch_add(&buffers[next].version, 1);
  if (count > sizeof buffers[next].bytes) count = sizeof buffers[next].bytes;
  memcpy(buffers[next].bytes, bytes, count);
  buffers[next].count = count;
  atomic_fetch_add(&buffers[next].version, 1);
  atomic_store(&restore_index, next);
}

static size_t copy_bytes(char copy[sizeof buffers->bytes]) {
  for (;;) {
    int index = atomic_load(&restore_index);
    unsigned version = atomic_load(&buffers[index].version);
    size_t count = buffers[index].count;
    memcpy(copy, buffers[index].bytes, sizeof buffers->bytes);
    if (version % 2 == 0 && version == atomic_load(&buffers[index].version)) return count;
  }
}

static void restore(void) {
  // SIGTTOU stops a background process that sets modes, which must not happen to a process that ends.
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stop, &before);
  terminal_output_take_away();
  // Set the modes first, because a terminal that accepts no output accepts modes. Set them again at the end,
  // because another thread may have been about to set them.
  tcsetattr(terminal, TCSANOW, &saved_modes);
  char bytes[sizeof buffers->bytes];
  size_t count = copy_bytes(bytes);
  terminal_output_send(bytes, count);
  tcsetattr(terminal, TCSANOW, &saved_modes);
  terminal_capture_release();
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

// A thread that crashes while another one is restoring must not end the process before that is done.
static void wait_until_restored(uintptr_t thread) {
  for (int time = 0; time < WAIT_MILLISECONDS && atomic_load(&state) == thread; time += 5) poll(NULL, 0, 5);
}

int terminal_restorer_restore(void) {
  uintptr_t current = ARMED;
  uintptr_t self = (uintptr_t)pthread_self();
  if (atomic_load(&state) == IDLE || getpid() != owner) return 0;
  if (atomic_compare_exchange_strong(&state, &current, self)) {
    restore();
    atomic_store(&state, IDLE);
    return 1;
  }
  if (current != IDLE && current != self) wait_until_restored(current);
  return 0;
}

static void restore_at_exit(void) { terminal_restorer_restore(); }

void terminal_restorer_arm(const char *bytes, size_t count) {
  terminal_restorer_set_bytes(bytes, count);
  terminal_crashes_catch();
  // exit(3) during a session runs no Swift code of this library.
  static int registered;
  if (!registered) registered = atexit(restore_at_exit) == 0;
  atomic_store(&state, ARMED);
  terminal_capture_start(terminal);
}

void terminal_restorer_disarm(void) {
  uintptr_t current = ARMED;
  if (atomic_compare_exchange_strong(&state, &current, IDLE)) {
    terminal_capture_release();
  } else if (current != IDLE) {
    wait_until_restored(current);
  }
  terminal_crashes_release();
}
