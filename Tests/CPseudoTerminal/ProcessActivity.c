#define _GNU_SOURCE
#include "ProcessActivity.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
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

static void add_schedule(const char *path, process_activity *activity) {
  char text[128];
  unsigned long long ran, waited, turns;
  if (read_file(path, text, sizeof text) != 0 || sscanf(text, "%llu %llu %llu", &ran, &waited, &turns) != 3) return;
  activity->ran += ran;
  activity->turns += turns;
}

static int add_process(pid_t process, process_activity *activity) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  DIR *threads = opendir(path);
  if (threads == NULL) return -1;
  for (struct dirent *entry; (entry = readdir(threads)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    char text[512];
    snprintf(path, sizeof path, "/proc/%d/task/%.12s/stat", (int)process, entry->d_name);
    if (read_file(path, text, sizeof text) != 0) continue;  // The thread has ended meanwhile.
    // The name is in parentheses and may contain anything, so the last parenthesis ends it.
    const char *state = strrchr(text, ')');
    if (state != NULL && state[1] == ' ' && (state[2] == 'R' || state[2] == 'D')) activity->is_running = 1;
    snprintf(path, sizeof path, "/proc/%d/task/%.12s/schedstat", (int)process, entry->d_name);
    add_schedule(path, activity);
  }
  closedir(threads);
  return 0;
}

int process_activity_read(pid_t process, process_activity *activity) {
  memset(activity, 0, sizeof *activity);
  return add_process(process, activity);
}

static int is_in_session(pid_t process, pid_t session) {
  char path[64], text[512];
  int session_of_process;
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  if (read_file(path, text, sizeof text) != 0) return 0;
  const char *state = strrchr(text, ')');
  return state != NULL && sscanf(state + 1, " %*c %*d %*d %d", &session_of_process) == 1 && session_of_process == session;
}

int session_activity_read(pid_t session, process_activity *activity) {
  memset(activity, 0, sizeof *activity);
  DIR *processes = opendir("/proc");
  if (processes == NULL) return -1;
  for (struct dirent *entry; (entry = readdir(processes)) != NULL;) {
    pid_t process = (pid_t)atoi(entry->d_name);
    if (process > 0 && is_in_session(process, session)) add_process(process, activity);
  }
  closedir(processes);
  return 0;
}

#else

int process_activity_read(pid_t process, process_activity *activity) {
  (void)process;
  memset(activity, 0, sizeof *activity);
  return -1;
}

int session_activity_read(pid_t session, process_activity *activity) {
  return process_activity_read(session, activity);
}

#endif
