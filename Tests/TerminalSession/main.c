// terminal-session PROGRAM [ARGUMENT…]
//
// The smallest shell with job control: runs one program in the foreground of a terminal and reports its
// changes of state. It continues after the end of the program, because the kernel resets a terminal when the
// leader of its session ends, and tests examine the state in which the program left the terminal.
//
//   descriptor 3   reports out: "started PID", "stopped SIGNAL", "continued PID", "exited CODE", "killed SIGNAL"
//                  orders in:   'c' continue in the foreground, 'b' in the background; end of file: end
//   descriptor 4   the terminal
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CONTROL 3
#define TERMINAL 4

static void report(const char *what, int number) {
  tcsetpgrp(TERMINAL, getpgrp());
  dprintf(CONTROL, "%s %d\n", what, number);
}

// Using the terminal from the background would stop this process, a hangup is for the program, and keys typed
// before the program is in the foreground again must not affect this shell.
static void set_actions(void (*action)(int)) {
  const int signals[] = {SIGTTOU, SIGTTIN, SIGHUP, SIGINT, SIGQUIT, SIGTSTP};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) signal(signals[index], action);
}

static void run(char **arguments, const sigset_t *mask) {
  setpgid(0, 0);
  tcsetpgrp(TERMINAL, getpgrp());
  set_actions(SIG_DFL);
  sigprocmask(SIG_SETMASK, mask, NULL);
  execv(arguments[0], arguments);
  dprintf(CONTROL, "failed %d\n", errno);
  _exit(127);
}

int main(int count, char **arguments) {
  if (count < 2) return 64;
  fcntl(CONTROL, F_SETFD, FD_CLOEXEC);
  fcntl(TERMINAL, F_SETFD, FD_CLOEXEC);
  set_actions(SIG_IGN);

  // Signals for the program are blocked until it runs, because this process ignores some of them.
  sigset_t all, mask;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &mask);
  pid_t program = fork();
  if (program < 0) return 71;
  if (program == 0) run(arguments + 1, &mask);
  sigprocmask(SIG_SETMASK, &mask, NULL);
  // The child does the same: whichever is first, the program is in the foreground from its first instruction.
  setpgid(program, program);
  tcsetpgrp(TERMINAL, program);
  // The reader of the program's output must see the end of file when the program closes it.
  for (int file = 0; file < 3; file++) close(file);
  dprintf(CONTROL, "started %d\n", (int)program);

  for (;;) {
    int status;
    if (waitpid(program, &status, WUNTRACED) < 0) {
      if (errno == EINTR) continue;
      return 71;
    }
    if (!WIFSTOPPED(status)) {
      if (WIFEXITED(status)) report("exited", WEXITSTATUS(status));
      if (WIFSIGNALED(status)) report("killed", WTERMSIG(status));
      break;
    }
    report("stopped", WSTOPSIG(status));
    char order;
    if (read(CONTROL, &order, 1) != 1) break;
    if (order == 'c') tcsetpgrp(TERMINAL, program);
    kill(-program, SIGCONT);
    dprintf(CONTROL, "continued %d\n", (int)program);
  }
  char end;
  while (read(CONTROL, &end, 1) == 1) continue;
  return 0;
}
