#include "StartingChildren.h"

#ifdef __linux__

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define TEXT_LIMIT 4096
#define ROUNDS 500

static ssize_t read_file(const char *path, char *text) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, text, TEXT_LIMIT - 1);
  close(file);
  if (count >= 0) text[count] = 0;
  return count;
}

// Lets a child go on that has the arguments of this process still; answers whether it has.
static int let_start(int child, const char *own, ssize_t own_count) {
  char path[64], text[TEXT_LIMIT];
  snprintf(path, sizeof path, "/proc/%d/cmdline", child);
  // A child that has ended has no arguments.
  if (read_file(path, text) != own_count || memcmp(text, own, (size_t)own_count) != 0) return 0;
  kill(child, SIGCONT);
  return 1;
}

// How many children are not yet what they are to be.
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

void terminal_children_let_start(void) {
  char own[TEXT_LIMIT];
  ssize_t own_count = read_file("/proc/self/cmdline", own);
  DIR *threads = own_count > 0 ? opendir("/proc/self/task") : NULL;
  if (!threads) return;
  for (int round = 0; round < ROUNDS && let_all_start(threads, own, own_count) > 0; round++) usleep(1000);
  closedir(threads);
}

#else

// A system that makes the new program itself has no such children.
void terminal_children_let_start(void) {}

#endif
