#ifndef STARTING_CHILDREN_H
#define STARTING_CHILDREN_H

/// Sees to it that no child is between its birth and the program it is to become; returns within half a second or so.
///
/// posix_spawn() waits for its child in the kernel, where a thread cannot be stopped. A ctrl-z is for a child as well
/// that is in the process's group yet: it stops before it is another program. So the thread waits for the child, the
/// process, which is stopped when all its threads are, for the thread, and the shell for the process, for ever.
void terminal_children_let_start(void);

#endif
