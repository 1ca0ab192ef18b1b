#define _GNU_SOURCE  // threads in signal sets
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CTerminal.h"
#include "Restoring.h"

// Signals that report a bug. The handler installed before (Swift's backtracer) is called afterwards.
static const int crash_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGSYS, SIGQUIT};

// Signals that end a program unless it handles them. A signal with a handler is left alone, because the
// program continues after it and must keep the terminal.
static const int ending_signals[] = {
    SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ,
#ifdef __linux__
    SIGIO, SIGPWR, SIGSTKFLT,
#endif
};

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define SIGNAL_LIMIT 65  // Linux numbers them 1 to 64.

static struct sigaction previous[SIGNAL_LIMIT];
static char taken[SIGNAL_LIMIT];

// The time that the next handler has to write its report, if the terminal accepts no bytes.
#define REPORT_SECONDS 2
static volatile sig_atomic_t fatal_signal;

static void on_alarm(int signal) {
  (void)signal;
  _exit(128 + (int)fatal_signal);
}

static void limit_report(int signal) {
  fatal_signal = signal;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_alarm;
  sigaction(SIGALRM, &action, NULL);
  sigset_t alarm_only;
  sigemptyset(&alarm_only);
  sigaddset(&alarm_only, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alarm_only, NULL);
  alarm(REPORT_SECONDS);
}

// Swift's backtracer prints its report on a terminal and then waits half a minute for a key, with changed
// terminal modes. It reads that key from standard input, so give it one that means "quit".
static void answer_backtracer(void) {
  int ends[2];
  if (!isatty(STDIN_FILENO) || pipe(ends) != 0) return;
  if (write(ends[1], "q", 1) == 1) dup2(ends[0], STDIN_FILENO);
  close(ends[0]);
  close(ends[1]);
}

// Whether the user wants the backtracer's questions.
static int wants_interaction;

static void on_crash(int signal, siginfo_t *info, void *context) {
  int error = errno;
  terminal_restorer_restore();
  struct sigaction action = previous[signal];
  sigaction(signal, &action, NULL);
  int is_handled =
      (action.sa_flags & SA_SIGINFO) || (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
  if (is_handled) {
    if (terminal_output_is_stalled()) limit_report(signal);
    if (!wants_interaction) answer_backtracer();
  }
  errno = error;
  if (action.sa_flags & SA_SIGINFO) {
    action.sa_sigaction(signal, info, context);
  } else if (is_handled) {
    action.sa_handler(signal);
  }
  // A fault would occur again, but not a signal sent by kill(): the program would continue without a
  // terminal.
  struct sigaction ending;
  memset(&ending, 0, sizeof ending);
  ending.sa_handler = SIG_DFL;
  sigaction(signal, &ending, NULL);
  raise(signal);
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
  // ONSTACK: the stack may have overflowed. NODEFER: the previous handler may raise the signal again.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  taken[signal] = sigaction(signal, &action, NULL) == 0;
}

void terminal_crashes_catch(void) {
  const char *settings = getenv("SWIFT_BACKTRACE");
  wants_interaction = settings != NULL && strstr(settings, "interactive") != NULL;
  for (size_t index = 0; index < COUNT(crash_signals); index++) take_signal(crash_signals[index], 0);
  for (size_t index = 0; index < COUNT(ending_signals); index++) take_signal(ending_signals[index], 1);
}

int terminal_crashes_would_end(const struct sigaction *action) {
  return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == on_crash;
}

void terminal_crashes_release(void) {
  for (int signal = 1; signal < SIGNAL_LIMIT; signal++) {
    if (!taken[signal]) continue;
    taken[signal] = 0;
    // Keep a handler that was installed over ours later.
    struct sigaction current;
    if (sigaction(signal, NULL, &current) == 0 && current.sa_sigaction == on_crash) {
      sigaction(signal, &previous[signal], NULL);
    }
  }
}
