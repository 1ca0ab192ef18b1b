#define _GNU_SOURCE
#include "ProcessActivity.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__

static int read_file(const char *path, char *buffer, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, buffer, size - 1);
  close(file);
  if (count < 0) return -1;
  buffer[count] = 0;
  return 0;
}

static int add_schedule(const char *path, process_activity *activity) {
  char text[128];
  unsigned long long ran, waited, turns;
  if (read_file(path, text, sizeof text) != 0 || sscanf(text, "%llu %llu %llu", &ran, &waited, &turns) != 3)
    return -1;
  activity->ran += ran;
  activity->waited += waited;
  activity->turns += turns;
  return 0;
}

int process_activity_read(pid_t process, process_activity *activity) {
  memset(activity, 0, sizeof *activity);
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  DIR *threads = opendir(path);
  if (threads == NULL) return -1;
  for (struct dirent *entry; (entry = readdir(threads)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    char text[512];
    snprintf(path, sizeof path, "/proc/%d/task/%.12s/stat", (int)process, entry->d_name);
    if (read_file(path, text, sizeof text) != 0) continue;  // It has ended since.
    // The name stands in parentheses and may hold anything, so the last of them ends it.
    const char *state = strrchr(text, ')');
    if (state != NULL && state[1] == ' ' && (state[2] == 'R' || state[2] == 'D')) activity->is_running = 1;
    snprintf(path, sizeof path, "/proc/%d/task/%.12s/schedstat", (int)process, entry->d_name);
    add_schedule(path, activity);
  }
  closedir(threads);
  return 0;
}

int process_activity_read_own(process_activity *activity) {
  memset(activity, 0, sizeof *activity);
  return add_schedule("/proc/thread-self/schedstat", activity);
}

#else

int process_activity_read(pid_t process, process_activity *activity) {
  (void)process;
  memset(activity, 0, sizeof *activity);
  return -1;
}

int process_activity_read_own(process_activity *activity) { return process_activity_read(0, activity); }

#endif
