#define _GNU_SOURCE  // F_DUPFD_CLOEXEC, and threads in signal sets
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "CTerminal.h"

// Signals that report a bug. Whoever handled them before (Swift's backtracer) is called afterwards.
static const int crash_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGSYS, SIGQUIT};

// Signals that end a program which does not expect them. Left alone where somebody handles them: then
// the program goes on, and giving the terminal back would be wrong.
static const int ending_signals[] = {SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU, SIGXFSZ};

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define SIGNAL_LIMIT 65  // Linux numbers them 1…64.

static struct sigaction previous[SIGNAL_LIMIT];
static char taken[SIGNAL_LIMIT];

static struct termios saved_modes;
static int has_saved_modes;
static int terminal = -1;

// Two buffers, so that a handler never reads one that is being written.
static char restore_bytes[2][1024];
static size_t restore_count[2];
static atomic_int restore_index;

// Standard error while the screen is up: a file without a name, and the descriptor to go back to.
static int capture = -1;
static int kept_stderr = -1;

// Whether the terminal is taken. Whoever clears it gives it back; so it happens once.
static atomic_int armed;

static void write_all(int file, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(file, bytes, count);
    if (written < 0) {
      if (errno == EINTR) continue;
      return;  // The terminal is gone; nothing to save.
    }
    bytes += written;
    count -= (size_t)written;
  }
}

// Puts standard error back and shows what was written to it meanwhile.
static void release_stderr(void) {
  if (capture < 0) return;
  dup2(kept_stderr, STDERR_FILENO);
  char buffer[4096];
  off_t offset = 0;
  ssize_t count;
  while ((count = pread(capture, buffer, sizeof buffer, offset)) > 0) {
    write_all(STDERR_FILENO, buffer, (size_t)count);
    offset += count;
  }
  close(capture);
  close(kept_stderr);
  capture = kept_stderr = -1;
}

static void capture_stderr(void) {
  if (capture >= 0 || !isatty(STDERR_FILENO)) return;
  int file = terminal_nameless_file();
  if (file < 0) return;
  fcntl(file, F_SETFL, O_APPEND);  // Children write to it as well; nobody overwrites another.
  int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);  // Above the low numbers programs expect.
  if (kept < 0) {
    close(file);
    return;
  }
  kept_stderr = kept;
  capture = file;
  dup2(capture, STDERR_FILENO);
}

void terminal_guard_restore(void) {
  if (atomic_exchange(&armed, 0) == 0) return;
  // A background process that sets modes is stopped by SIGTTOU; one that ends must not be.
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stop, &before);
  // The modes first: a terminal that takes no more output takes these.
  if (has_saved_modes) tcsetattr(terminal, TCSANOW, &saved_modes);
  int index = atomic_load(&restore_index);
  write_all(terminal, restore_bytes[index], restore_count[index]);
  release_stderr();
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void on_crash(int signal, siginfo_t *info, void *context) {
  int error = errno;
  terminal_guard_restore();
  struct sigaction action = previous[signal];
  sigaction(signal, &action, NULL);
  errno = error;
  if (action.sa_flags & SA_SIGINFO) {
    action.sa_sigaction(signal, info, context);
  } else if (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN) {
    action.sa_handler(signal);
  } else {
    // Returning would do for a fault, which happens again, but not for a signal somebody sent.
    raise(signal);
  }
}

static void take_signal(int signal, int only_default) {
  struct sigaction current;
  if (taken[signal] || sigaction(signal, NULL, &current) != 0) return;
  int is_default = !(current.sa_flags & SA_SIGINFO) && current.sa_handler == SIG_DFL;
  if (only_default && !is_default) return;
  previous[signal] = current;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_crash;
  // ONSTACK: the stack may be what ran out. NODEFER: the handler before ours may raise it again.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  taken[signal] = sigaction(signal, &action, NULL) == 0;
}

static void release_signals(void) {
  for (int signal = 1; signal < SIGNAL_LIMIT; signal++) {
    if (!taken[signal]) continue;
    taken[signal] = 0;
    // Somebody may have put a handler over ours since; that one stays.
    struct sigaction current;
    if (sigaction(signal, NULL, &current) == 0 && current.sa_sigaction == on_crash) {
      sigaction(signal, &previous[signal], NULL);
    }
  }
}

int terminal_guard_save_modes(int tty) {
  terminal = tty;
  has_saved_modes = tcgetattr(tty, &saved_modes) == 0;
  return has_saved_modes ? 0 : -1;
}

void terminal_guard_set_bytes(const char *bytes, size_t count) {
  int next = 1 - atomic_load(&restore_index);
  if (count > sizeof restore_bytes[next]) count = sizeof restore_bytes[next];
  memcpy(restore_bytes[next], bytes, count);
  restore_count[next] = count;
  atomic_store(&restore_index, next);
}

void terminal_guard_arm(int tty, const char *bytes, size_t count, int captures_stderr) {
  terminal = tty;
  terminal_guard_set_bytes(bytes, count);
  if (captures_stderr) capture_stderr();
  for (size_t index = 0; index < COUNT(crash_signals); index++) take_signal(crash_signals[index], 0);
  for (size_t index = 0; index < COUNT(ending_signals); index++) take_signal(ending_signals[index], 1);
  // exit(3) in the middle of a session runs no Swift of ours.
  static int registered;
  if (!registered) registered = atexit(terminal_guard_restore) == 0;
  atomic_store(&armed, 1);
}

void terminal_guard_disarm(void) {
  release_signals();
  if (atomic_exchange(&armed, 0)) release_stderr();
}
