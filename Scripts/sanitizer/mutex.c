// Shows the thread sanitizer that Swift's Mutex orders the accesses under it.
//
// On Linux, a library built without the sanitizer locks and unlocks a contended Mutex. Accesses under it then
// look unordered, and are reported as races. This file is linked into everything that is built with the
// sanitizer: it replaces the library's two functions, and reports what they do.
//
// (Swift 6.3: an uncontended Mutex is locked and unlocked inline, where the sanitizer sees it.)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// Functions of the sanitizer.
extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

// The names of `_MutexHandle._lockSlow(_:)` and `_MutexHandle._unlockSlow()`.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// A method of Swift: `self` is passed in a separate register.
#define METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

typedef METHOD void LockFunction(uint32_t thread, SELF);
typedef METHOD void UnlockFunction(SELF);

METHOD void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
METHOD void unlock_slow(SELF) __asm__(UNLOCK);

/// Returns the library's own function with a name.
static void *of_library(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) {
    fprintf(stderr, "mutex.c: %s\n", dlerror());
    abort();
  }
  return function;
}

METHOD void lock_slow(uint32_t thread, SELF) {
  static LockFunction *_Atomic lock;
  if (!lock) lock = (LockFunction *)of_library(LOCK);
  lock(thread, mutex);
  __tsan_acquire(mutex);
}

METHOD void unlock_slow(SELF) {
  static UnlockFunction *_Atomic unlock;
  if (!unlock) unlock = (UnlockFunction *)of_library(UNLOCK);
  __tsan_release(mutex);
  unlock(mutex);
}
