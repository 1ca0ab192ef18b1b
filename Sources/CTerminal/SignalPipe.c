#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "CTerminal.h"

// A pipe and not signalfd or a dispatch signal source: those differ between Linux and macOS.
static int pipe_ends[2] = {-1, -1};

#define SIGNAL_LIMIT 65
static struct sigaction previous[SIGNAL_LIMIT];
static char caught[SIGNAL_LIMIT];

// Requests to end since the event loop last showed that it lives.
static atomic_int unanswered_requests;

static void on_signal(int signal) {
  int error = errno;
  int ends = signal == SIGINT || signal == SIGTERM || signal == SIGHUP;
  if (ends && atomic_fetch_add(&unanswered_requests, 1) >= 2) {
    terminal_guard_restore();
    _exit(128 + signal);
  }
  unsigned char byte = (unsigned char)signal;
  // A full pipe already holds news enough to wake the loop.
  if (write(pipe_ends[1], &byte, 1) < 0) errno = error;
  errno = error;
}

int terminal_signals_open(void) {
  if (pipe_ends[0] >= 0) return pipe_ends[0];
  int ends[2];
  if (pipe(ends) != 0) return -1;
  for (int index = 0; index < 2; index++) {
    fcntl(ends[index], F_SETFD, FD_CLOEXEC);
    fcntl(ends[index], F_SETFL, O_NONBLOCK);  // Neither a handler nor the loop may block on it.
  }
  pipe_ends[0] = ends[0];
  pipe_ends[1] = ends[1];
  return pipe_ends[0];
}

static void install(int signal) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  // RESTART: calls of the program that know nothing of us go on. ONSTACK: the stack may be used up.
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  sigaction(signal, &action, NULL);
}

void terminal_signals_catch(int signal) {
  struct sigaction current;
  if (caught[signal] || sigaction(signal, NULL, &current) != 0) return;
  // nohup and shells without job control start programs with a signal ignored and mean it.
  if (!(current.sa_flags & SA_SIGINFO) && current.sa_handler == SIG_IGN) return;
  previous[signal] = current;
  caught[signal] = 1;
  install(signal);
}

void terminal_signals_release(void) {
  for (int signal = 1; signal < SIGNAL_LIMIT; signal++) {
    if (!caught[signal]) continue;
    caught[signal] = 0;
    sigaction(signal, &previous[signal], NULL);
  }
  atomic_store(&unanswered_requests, 0);
}

void terminal_signals_acknowledge(void) { atomic_store(&unanswered_requests, 0); }

void terminal_signals_stop_process(void) {
  // SIGTSTP and not SIGSTOP: where no shell could continue the process the kernel ignores it.
  struct sigaction plain, ours;
  memset(&plain, 0, sizeof plain);
  plain.sa_handler = SIG_DFL;
  sigemptyset(&plain.sa_mask);
  sigaction(SIGTSTP, &plain, &ours);
  // Threads of libdispatch block signals; raise() would leave it pending.
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &before);
  raise(SIGTSTP);  // To this thread: does not return before the process has stopped and gone on.
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  sigaction(SIGTSTP, &ours, NULL);
}
