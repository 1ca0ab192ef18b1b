#define _GNU_SOURCE  // POSIX_SPAWN_SETSID
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <unistd.h>

#include "CTerminal.h"

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate_opens = PTHREAD_COND_INITIALIZER;
static int is_closed;
static int starts;

void terminal_children_will_start(void) {
  pthread_mutex_lock(&gate);
  while (is_closed) pthread_cond_wait(&gate_opens, &gate);
  starts++;
  pthread_mutex_unlock(&gate);
}

void terminal_children_did_start(void) {
  pthread_mutex_lock(&gate);
  starts--;
  pthread_mutex_unlock(&gate);
}

void terminal_children_open_gate(void) {
  pthread_mutex_lock(&gate);
  is_closed = 0;
  pthread_cond_broadcast(&gate_opens);
  pthread_mutex_unlock(&gate);
}

// Closes the gate, and returns the number of children that passed it before and are still starting.
static int close_gate(void) {
  pthread_mutex_lock(&gate);
  is_closed = 1;
  int count = starts;
  pthread_mutex_unlock(&gate);
  return count;
}

int terminal_children_session_flag(void) { return POSIX_SPAWN_SETSID; }

#define ROUNDS 500

#ifdef __linux__

#define TEXT_LIMIT 4096

static ssize_t read_file(const char *path, char *text) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, text, TEXT_LIMIT - 1);
  close(file);
  if (count >= 0) text[count] = 0;
  return count;
}

// Continues a child that still has the arguments of this process; returns whether it does.
static int let_start(int child, const char *own, ssize_t own_count) {
  char path[64], text[TEXT_LIMIT];
  snprintf(path, sizeof path, "/proc/%d/cmdline", child);
  // A child that has ended has no arguments.
  if (read_file(path, text) != own_count || memcmp(text, own, (size_t)own_count) != 0) return 0;
  kill(child, SIGCONT);
  return 1;
}

// Returns the number of children that are not yet another program.
static int let_all_start(DIR *threads, const char *own, ssize_t own_count) {
  int starting = 0;
  rewinddir(threads);
  for (struct dirent *thread = readdir(threads); thread; thread = readdir(threads)) {
    char path[sizeof thread->d_name + 32], children[TEXT_LIMIT];
    if (thread->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/self/task/%s/children", thread->d_name);
    if (read_file(path, children) <= 0) continue;
    int child, length;
    for (char *rest = children; sscanf(rest, "%d %n", &child, &length) == 1; rest += length) {
      starting += let_start(child, own, own_count);
    }
  }
  return starting;
}

void terminal_children_close_gate(void) {
  close_gate();
  char own[TEXT_LIMIT];
  ssize_t own_count = read_file("/proc/self/cmdline", own);
  DIR *threads = own_count > 0 ? opendir("/proc/self/task") : NULL;
  for (int round = 0; round < ROUNDS; round++) {
    // Always search: code that does not use the gate also starts children.
    int found = threads ? let_all_start(threads, own, own_count) : 0;
    if (found == 0 && close_gate() == 0) break;
    usleep(1000);
  }
  if (threads) closedir(threads);
}

#else

// On a system that creates the new program directly, children never run this program first.
void terminal_children_close_gate(void) {
  for (int round = 0; round < ROUNDS && close_gate() > 0; round++) usleep(1000);
}

#endif

int terminal_children_end_descriptor(int child) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, child, 0);
#else
  (void)child;
  return -1;
#endif
}
