#define _GNU_SOURCE  // MAP_ANONYMOUS under strict C
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

#include "CTerminal.h"

// The threads of libdispatch, which run tasks, queues and on Linux main-actor code, have no stack for signal
// handlers: after a stack overflow no handler could run, and the terminal would not be restored.

#define STACK_BYTES (64 * 1024)

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Frees the stack of a thread that ends.
static void release(void *memory) {
  stack_t none;
  memset(&none, 0, sizeof none);
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, NULL);
  munmap(memory, STACK_BYTES);
}

static void make_key(void) { pthread_key_create(&key, release); }

void terminal_alternate_stack_install(void) {
  static _Thread_local int is_done;
  if (is_done) return;
  is_done = 1;
  stack_t current;
  if (sigaltstack(NULL, &current) == 0 && !(current.ss_flags & SS_DISABLE)) return;
  void *memory = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack;
  memset(&stack, 0, sizeof stack);
  stack.ss_sp = memory;
  stack.ss_size = STACK_BYTES;
  if (sigaltstack(&stack, NULL) != 0) {
    munmap(memory, STACK_BYTES);
    return;
  }
  pthread_once(&once, make_key);
  pthread_setspecific(key, memory);
}

#ifdef __linux__

// If this is set, libdispatch calls it on each thread before the thread takes work; it is meant for runtimes
// that need an autorelease pool. Weak, because the library does not guarantee it.
__attribute__((weak)) extern void *(*_dispatch_begin_NSAutoReleasePool)(void);

static void *(*next_begin)(void);

static void *begin(void) {
  terminal_alternate_stack_install();
  return next_begin == NULL ? NULL : next_begin();
}

void terminal_alternate_stack_install_everywhere(void) {
  if (&_dispatch_begin_NSAutoReleasePool == NULL || _dispatch_begin_NSAutoReleasePool == begin) return;
  next_begin = _dispatch_begin_NSAutoReleasePool;
  _dispatch_begin_NSAutoReleasePool = begin;
}

#else

void terminal_alternate_stack_install_everywhere(void) {}

#endif
