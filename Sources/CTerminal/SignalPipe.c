#define _GNU_SOURCE  // pipe2
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "CTerminal.h"
#include "Restoring.h"

// A pipe, because signalfd and dispatch signal sources differ between Linux and macOS.
static int pipe_ends[2] = {-1, -1};

#define SIGNAL_LIMIT 65
static struct sigaction previous[SIGNAL_LIMIT];
static char caught[SIGNAL_LIMIT];

static void on_signal(int signal) {
  int error = errno;
  if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP) terminal_watch_request(signal);
  unsigned char byte = (unsigned char)signal;
  ssize_t written = write(pipe_ends[1], &byte, 1);
  (void)written;  // If the pipe is full, it contains enough to wake up the loop.
  errno = error;
}

int terminal_pipe_open(int ends[2]) {
#ifdef __linux__
  int error = pipe2(ends, O_CLOEXEC);
#else
  int error = pipe(ends);
  for (int index = 0; error == 0 && index < 2; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
#endif
  if (error != 0) ends[0] = ends[1] = -1;
  return error;
}

// Neither a handler nor a loop may block on the pipe.
int terminal_pipe_open_nonblocking(int ends[2]) {
  int error = terminal_pipe_open(ends);
  for (int index = 0; error == 0 && index < 2; index++) fcntl(ends[index], F_SETFL, O_NONBLOCK);
  return error;
}

int terminal_signals_open(void) {
  if (terminal_watch_open() != 0) return -1;
  if (pipe_ends[0] < 0 && terminal_pipe_open_nonblocking(pipe_ends) != 0) return -1;
  return pipe_ends[0];
}

static void install(int signal, void (*handler)(int), struct sigaction *former) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  // RESTART: interrupted system calls of the program continue. ONSTACK: the stack may have overflowed.
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  sigaction(signal, &action, former);
}

void terminal_signals_catch(int signal) {
  struct sigaction current;
  if (caught[signal] || sigaction(signal, NULL, &current) != 0) return;
  // nohup and shells without job control start programs with a signal ignored on purpose.
  if (!(current.sa_flags & SA_SIGINFO) && current.sa_handler == SIG_IGN) return;
  previous[signal] = current;
  caught[signal] = 1;
  install(signal, on_signal, NULL);
}

void terminal_signals_release(void) {
  for (int signal = 1; signal < SIGNAL_LIMIT; signal++) {
    if (!caught[signal]) continue;
    caught[signal] = 0;
    sigaction(signal, &previous[signal], NULL);
  }
  terminal_signals_acknowledge();
}

// A limit: if no shell could continue the process, the kernel does not stop it.
#define STOPS_IN_BACKGROUND 100

void terminal_signals_stop_process(int tty, int signal) {
  // Set the default actions meanwhile: SIGCONT would only report what the caller is about to see. A ctrl-z
  // after the process continues goes to the handler, so that the event loop restores the terminal first.
  enum { OUTPUT, CONTINUE, SIGNALS };
  const int signals[SIGNALS] = {[OUTPUT] = SIGTTOU, [CONTINUE] = SIGCONT};
  struct sigaction plain, ours[SIGNALS];
  memset(&plain, 0, sizeof plain);
  plain.sa_handler = SIG_DFL;
  sigemptyset(&plain.sa_mask);
  sigset_t stop, before;
  sigemptyset(&stop);
  for (int index = 0; index < SIGNALS; index++) {
    sigaction(signals[index], &plain, &ours[index]);
    sigaddset(&stop, signals[index]);
  }
  if (signal != 0) sigaddset(&stop, signal);
  // Threads of libdispatch block signals; raise() would leave them pending.
  pthread_sigmask(SIG_UNBLOCK, &stop, &before);
  // raise() affects this thread: it returns only after the process has stopped and continued. SIGTSTP and
  // SIGTTOU, not SIGSTOP, because the kernel ignores them if no shell could continue the process.
  if (signal != 0) {
    struct sigaction ignored = plain, our;
    ignored.sa_handler = SIG_IGN;
    // A second request meanwhile must not stop the process twice.
    sigaction(signal, &ignored, &our);
    terminal_children_close_gate();
    sigaction(signal, &plain, NULL);
    raise(signal);
    // The handler gets the next one; until then no child is between its birth and its program.
    sigaction(signal, &our, NULL);
    terminal_children_open_gate();
  }
  // The process was continued in the background, for example by the shell's "bg": the terminal belongs to
  // another process group. The driver would stop a process that writes anyway, but not a thread that blocks
  // SIGTTOU.
  for (int count = 0; count < STOPS_IN_BACKGROUND; count++) {
    // Before the check, because a shell may stop the process after it and continue it in the background.
    sigaction(SIGCONT, &ours[CONTINUE], NULL);
    pid_t foreground = tcgetpgrp(tty);
    if (foreground < 0 || foreground == getpgrp()) break;
    sigaction(SIGCONT, &plain, NULL);
    raise(SIGTTOU);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  for (int index = 0; index < SIGNALS; index++) sigaction(signals[index], &ours[index], NULL);
}

enum { LENT_KEYS = 2 };
static const int lent_keys[LENT_KEYS] = {SIGINT, SIGQUIT};
static struct sigaction before_lending[LENT_KEYS];

static atomic_int lent_key;

// Not SIG_IGN, because a program that is started meanwhile would inherit it.
static void note_lent_key(int signal) { atomic_store(&lent_key, signal); }

void terminal_signals_lend_keys(void) {
  atomic_store(&lent_key, 0);
  for (int index = 0; index < LENT_KEYS; index++) {
    install(lent_keys[index], note_lent_key, &before_lending[index]);
  }
}

int terminal_signals_lent_key(void) { return atomic_load(&lent_key); }

// Whether one of the keys' signals is pending. Threads of libdispatch block them.
static int is_key_on_its_way(void) {
  sigset_t pending;
  sigemptyset(&pending);
  sigpending(&pending);
  for (int index = 0; index < LENT_KEYS; index++) {
    if (sigismember(&pending, lent_keys[index]) == 1) return 1;
  }
  return 0;
}

void terminal_signals_forget_lent_key(void) {
  // Wait for this process's copy of the key that ended the other program.
  for (int round = 0; round < 200 && is_key_on_its_way(); round++) usleep(500);
  atomic_store(&lent_key, 0);
}

void terminal_signals_take_keys_back(void) {
  terminal_signals_forget_lent_key();
  for (int index = 0; index < LENT_KEYS; index++) sigaction(lent_keys[index], &before_lending[index], NULL);
}
